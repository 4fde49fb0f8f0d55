#!/usr/bin/env bash
# restore.sh <folder> [--force]: restores a backup into an empty installation that does not run; with --force replaces
# its database and adds to its objects. Needs psql, pg_restore, rclone and redis-cli.
. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
: "${PGHOST:?}" "${REDIS_URL:?}"
folder=${1:?Usage: restore.sh <folder> [--force]}
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$folder"
[ -f SHA256SUMS ] || fail "$folder is no finished backup: it has no SHA256SUMS."

services=$(sql --command "
  SELECT string_agg(DISTINCT usename, ', ') FROM pg_stat_activity JOIN pg_namespace ON nspowner = usesysid
   WHERE nspname IN ('auth', 'projects', 'storage') AND datname = current_database() AND usename <> current_user")
[ -z "$services" ] || fail "Services are connected to the database ($services). Stop them first."

# An installation that was never started may have no bucket. Whoever may not make one gets the next command's error.
RCLONE_S3_NO_CHECK_BUCKET=false rclone mkdir "$bucket" 2>/dev/null || true

if [ "${2:-}" != --force ]; then
  # Ignores the installation's id, which storage creates at its first start.
  tables=$(sql <<'SQL'
SELECT format('SELECT %L FROM %I.%I LIMIT 1', tablename, schemaname, tablename) FROM pg_tables
 WHERE schemaname IN ('auth', 'projects', 'storage') AND tablename NOT IN ('migrations', 'installation') \gexec
SQL
  )
  objects=$(rclone lsf "$bucket" --exclude /installation)
  [ -z "$tables$objects" ] ||
    fail "There are data already${tables:+ in the tables} ${tables//$'\n'/, }${objects:+ in the bucket}. --force replaces the database and adds to the bucket."
fi

echo 'Verifying the backup'
sha256sum --check --quiet SHA256SUMS || fail 'The backup is damaged.'

# Objects first, so that no row is without its object. The bucket gets the backup's mark with the installation's id.
echo 'Restoring the objects'
rclone delete "$bucket" --include /installation
copy_objects objects "$bucket" --ignore-times

echo 'Restoring the database'
sql --command 'SET client_min_messages = warning; DROP SCHEMA IF EXISTS auth, projects, storage CASCADE'
pg_restore --exit-on-error --single-transaction --no-privileges --dbname="$PGDATABASE" database.dump
# An event that was in Redis during the backup is in no database. Its effect is still missing: rows remain of an account
# or a project that is gone. So these events are announced again.
sql --single-transaction <<'SQL'
INSERT INTO auth.outbox (id, kind, name, payload)
SELECT gen_random_uuid(), 'event', 'user.deleted', jsonb_build_object('userId', user_id)
  FROM (SELECT user_id FROM projects.projects UNION SELECT user_id FROM storage.upload_files
        UNION SELECT user_id FROM storage.files) AS owners
 WHERE NOT EXISTS (SELECT FROM auth.accounts WHERE id = user_id);
INSERT INTO projects.outbox (id, kind, name, payload)
SELECT gen_random_uuid(), 'event', 'project.deleted', jsonb_build_object('userId', user_id, 'projectId', project_id)
  FROM (SELECT DISTINCT user_id, project_id FROM storage.files) AS used
 WHERE NOT EXISTS (SELECT FROM projects.projects WHERE id = project_id);
ANALYZE;
SQL
sql --single-transaction --file "$scripts/end-sessions.sql"
# Redis has sessions, queues and streams of another time; the services restore the needed ones from the database.
if [[ $REDIS_URL =~ ^(rediss?)\+cluster://([^@]*@)?([^,/?]+) ]]; then
  user=${BASH_REMATCH[2]%%[:@]*}
  redis_flags+=(${user:+--user "$user"} $([ "${BASH_REMATCH[1]}" = redis ] || echo --tls))
  redis-cli -e "${redis_flags[@]}" --cluster call "${BASH_REMATCH[3]}" FLUSHALL --cluster-only-masters >/dev/null
else
  redis-cli -e "${redis_flags[@]}" -u "$REDIS_URL" FLUSHDB >/dev/null
fi
since=$(pg_restore --list database.dump | sed -n 's/^;.*Archive created at //p')
cat <<END
Restored. Studiolo can be started. Everybody has to sign in again, and links in older mails are void.
Accounts that were deleted after $since exist again and have to be deleted again. Auth's security log lists them:
  grep -h '"event":"account_deleted"' <log of auth> | sed 's/.*"userId":"\([^"]*\)".*/\1/' | sort -u
  npm run admin -- delete <userId>
END

#!/usr/bin/env bash
# restore.sh <folder> [--force]: puts a backup into an installation that is empty and does not run; with --force over
# its database and beside its objects. Needs psql, pg_restore, rclone and redis-cli.
. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
: "${REDIS_URL:?}"
folder=${1:?Usage: restore.sh <folder> [--force]}
cd "$folder"
[ -f SHA256SUMS ] || fail "$folder is no finished backup: it has no SHA256SUMS."

services=$(sql --command "
  SELECT string_agg(DISTINCT usename, ', ') FROM pg_stat_activity JOIN pg_namespace ON nspowner = usesysid
   WHERE nspname IN ('auth', 'projects', 'storage') AND datname = current_database() AND usename <> current_user")
[ -z "$services" ] || fail "Services are connected to the database ($services). Stop them first."

if [ "${2:-}" != --force ]; then
  # A service gives its installation an id as soon as it starts: that is no data yet.
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

# Objects first: no row is ever without its object. The bucket gets the backup's mark, which names the installation.
echo 'Restoring the objects'
rclone delete "$bucket" --include /installation
copy_objects objects "$bucket" --ignore-times

echo 'Restoring the database'
sql --command 'SET client_min_messages = warning; DROP SCHEMA IF EXISTS auth, projects, storage CASCADE'
pg_restore --exit-on-error --single-transaction --no-privileges --dbname="$PGDATABASE" database.dump
# An event that was on its way through Redis when the backup was taken is in no database any more. What it told of can
# still be seen: rows of somebody or something that is gone. The events are announced once more.
sql --single-transaction <<'SQL'
INSERT INTO auth.outbox (id, kind, name, payload)
SELECT gen_random_uuid(), 'event', 'user.deleted', jsonb_build_object('userId', owner_id)
  FROM (SELECT owner_id FROM projects.projects UNION SELECT owner_id FROM storage.usage
        UNION SELECT owner_id FROM storage.files) AS owners
 WHERE NOT EXISTS (SELECT FROM auth.accounts WHERE id = owner_id);
INSERT INTO projects.outbox (id, kind, name, payload)
SELECT gen_random_uuid(), 'event', 'project.deleted', jsonb_build_object('ownerId', owner_id, 'projectId', project_id)
  FROM (SELECT DISTINCT owner_id, project_id FROM storage.files) AS used
 WHERE NOT EXISTS (SELECT FROM projects.projects WHERE id = project_id);
ANALYZE;
SQL
# Sessions, queues and streams of another time: whatever is still needed comes again from the database.
redis-cli -e -u "$REDIS_URL" FLUSHDB >/dev/null
echo 'Restored. Studiolo can be started.'

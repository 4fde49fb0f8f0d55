#!/usr/bin/env bash
# backup.sh <folder>: backs up database and objects, also while Studiolo runs (docs/operations.md, "Backup and
# restore"). Needs psql and pg_dump, not older than the server, and rclone. Exit code: 0 for a complete backup, 2 if
# objects were already missing from the object store, 1 on failure, which leaves no folder.
. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
: "${PGHOST:?}"
folder=${1:?Usage: backup.sh <folder>}
mkdir -p "$folder"
cd "$folder"
[ -z "$(ls -A)" ] || fail "$folder is not empty."
trap '[ -f SHA256SUMS ] || rm -rf "$PWD"; rm -rf "$certificates"' EXIT

# One session holds the lock and the snapshot as long as they are needed; it ends with this script in every case.
coproc SESSION { sql 2>&1; }
exec {to}>&"${SESSION[1]}" {from}<&"${SESSION[0]}"
trap '' PIPE
ask() {
  echo "$1" >&"$to" 2>/dev/null && read -r answer <&"$from" && [[ ${answer,,} != *error:* ]]
}

# OBJECTS_KEPT_LOCK of libs/contracts: storage removes no object while another session holds it. Taken before the
# snapshot, so that the snapshot has no file whose object storage is already removing.
ask "SET lock_timeout = '30s'; SELECT pg_advisory_lock(7202);" ||
  fail "The database cannot be used, or another backup is running: ${answer:-no answer}"
ask 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT pg_export_snapshot();' || fail "$answer"
snapshot=$answer
ask '\copy (SELECT object_key, size FROM storage.files) TO files.tsv
SELECT true;' || fail "The list of files cannot be read: $answer"
echo 'Backing up the database'
pg_dump --format=custom --snapshot="$snapshot" --no-privileges --file=database.dump \
  --schema=auth --schema=projects --schema=storage
ask 'COMMIT; SELECT true;' || fail "$answer"

echo 'Backing up the objects'
mkdir objects
copy_objects "$bucket" objects --use-server-modtime
# Not true if the session was lost: then storage may have removed objects that the snapshot needs.
ask 'SELECT pg_advisory_unlock(7202);' && [ "$answer" = t ] || fail 'The lock was lost while objects were copied.'

find objects -type f -printf '%f\t%s\n' | sort | comm -13 - <(sort files.tsv) >missing.tsv
find . -type f ! -name 'SHA256SUMS*' -print0 | xargs -0 sha256sum >SHA256SUMS.unfinished
mv SHA256SUMS.unfinished SHA256SUMS
if [ -s missing.tsv ]; then
  echo "The objects of $(wc -l <missing.tsv) files are missing from the object store; missing.tsv lists them."
  exit 2
fi
echo "The backup is whole: $(wc -l <files.tsv) files."

# Of the whole backups beside this one, whose names are dates, the newest stay.
[ -n "${BACKUP_KEEP:-}" ] || exit 0
printf '%s\n' ../*/SHA256SUMS | sort | head --lines "-$BACKUP_KEEP" | while read -r sums; do
  echo "Removing the backup $(basename "$(dirname "$sums")"), as $BACKUP_KEEP are kept"
  rm -rf "$(dirname "$sums")"
done

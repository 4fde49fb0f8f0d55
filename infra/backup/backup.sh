#!/usr/bin/env bash
# backup.sh <folder>: database and objects of a Studiolo that may be running (docs/operations.md, "Backup and restore").
# Needs psql and pg_dump, not older than the server, and rclone.
# Ends with 0 if all is there, 2 if the object store had lost files before, 1 if it failed.
. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
folder=${1:?Usage: backup.sh <folder>}
mkdir -p "$folder"
cd "$folder"
[ -z "$(ls -A)" ] || fail "$folder is not empty."

# One session has the lock and the snapshot for as long as they are needed; it ends with this script, however that ends.
coproc SESSION { sql 2>&1; }
exec {to}>&"${SESSION[1]}" {from}<&"${SESSION[0]}"
trap '' PIPE
ask() {
  echo "$1" >&"$to" 2>/dev/null && read -r answer <&"$from" && [[ ${answer,,} != *error:* ]]
}

# OBJECTS_KEPT_LOCK of libs/contracts: storage removes no object while somebody has it. Taken before the snapshot, so
# that whatever storage had begun to remove by then is no file in the snapshot any more.
ask "SET lock_timeout = '30s'; SELECT pg_advisory_lock(7202);" ||
  fail "The database cannot be used, or another backup is running: ${answer:-no answer}"
ask 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT pg_export_snapshot();' || fail "$answer"
snapshot=$answer
ask '\copy (SELECT object_key, size FROM storage.files) TO files.tsv
SELECT true;' || fail "There are no files to look up: $answer"
echo 'Backing up the database'
pg_dump --format=custom --snapshot="$snapshot" --no-privileges --file=database.dump \
  --schema=auth --schema=projects --schema=storage
ask 'COMMIT; SELECT true;' || fail "$answer"

echo 'Backing up the objects'
mkdir objects
copy_objects "$bucket" objects --use-server-modtime
# False, or no answer, if the session broke: then objects may have been removed too early.
ask 'SELECT pg_advisory_unlock(7202);' && [ "$answer" = t ] || fail 'The lock was lost while objects were copied.'

find objects -type f -printf '%f\t%s\n' | sort | comm -13 - <(sort files.tsv) >missing.tsv
find . -type f ! -name 'SHA256SUMS*' -print0 | xargs -0 sha256sum >SHA256SUMS.unfinished
mv SHA256SUMS.unfinished SHA256SUMS
if [ -s missing.tsv ]; then
  echo "The object store lacks the objects of $(wc -l <missing.tsv) files; missing.tsv names them."
  exit 2
fi
echo "The backup is whole: $(wc -l <files.tsv) files."

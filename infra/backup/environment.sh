# Sourced by the scripts beside it: sets the servers for psql, pg_dump, rclone and redis-cli. libpq's own variables
# (PGHOST, PGUSER, …) name the database, so that no password appears in the process list.
set -euo pipefail
umask 077
export LC_ALL=C

fail() {
  echo "$1" >&2
  exit 1
}

# Secrets may be given as files, as in containers.
for name in PGPASSWORD REDISCLI_AUTH S3_ACCESS_KEY S3_SECRET_KEY; do
  file=${name}_FILE
  [ -z "${!file:-}" ] || export "$name=$(cat "${!file}")"
done

: "${S3_ENDPOINT:?}" "${S3_ACCESS_KEY:?}" "${S3_SECRET_KEY:?}"
export PGDATABASE=${PGDATABASE:-studiolo}
# rclone would read the machine's settings for Amazon, which are not for this store.
unset "${!AWS_@}"
export RCLONE_CONFIG=/dev/null RCLONE_S3_PROVIDER=Other RCLONE_S3_NO_CHECK_BUCKET=true
export RCLONE_S3_ENDPOINT=$S3_ENDPOINT RCLONE_S3_REGION=${S3_REGION:-us-east-1}
export RCLONE_S3_ACCESS_KEY_ID=$S3_ACCESS_KEY RCLONE_S3_SECRET_ACCESS_KEY=$S3_SECRET_KEY
[ "${S3_ADDRESSING:-path}" = path ] || export RCLONE_S3_FORCE_PATH_STYLE=false
bucket=:s3:${S3_BUCKET:-studiolo}

# Certificates of private authorities, as the services get them; the programs want files.
certificates=$(mktemp -d)
redis_flags=()
certificate() {
  local file=$certificates/$1
  [ -n "${!1:-}" ] || return 1
  printf '%b\n' "${!1}" >"$file"
  echo "$file"
}
! file=$(certificate DATABASE_CA) || export PGSSLROOTCERT=$file
! file=$(certificate S3_CA) || export RCLONE_CA_CERT=$file
! file=$(certificate REDIS_CA) || redis_flags=(--cacert "$file")
# libpq verifies by the system's authorities only when it is told to.
if [[ ${PGSSLMODE:-} == verify-* && -z ${PGSSLROOTCERT:-} ]]; then export PGSSLROOTCERT=system; fi

# Copies the objects of files.tsv and the installation's mark between the bucket and a folder. Skips missing objects.
# Copies in parts, because rclone keeps about 1 KB of memory for each object of a copy.
copy_objects() {
  local list part
  list=$(mktemp -d)
  { cut -f 1 files.tsv && echo installation; } | split --lines 100000 - "$list/"
  for part in "$list"/*; do
    rclone copy "$@" --files-from-raw "$part" --no-traverse --transfers 8 \
      --stats 2s --stats-one-line --stats-log-level NOTICE
  done
  rm -r "$list"
}

sql() {
  psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"
}

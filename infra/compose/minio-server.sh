#!/bin/sh
# Starts MinIO with an administrator of its own, who makes storage's user in minio-setup. Builds and forks of MinIO may
# come without mc, its client, and then nobody can make users: storage's key becomes that of the administrator.
set -eu

case "$(MC_CONFIG_DIR=/tmp/mc mc --version 2>/dev/null)" in
  'mc version'*) ;;
  *)
    echo 'This image has no client of MinIO: storage uses the key of its administrator' >&2
    export MINIO_ROOT_USER="$S3_ACCESS_KEY" MINIO_ROOT_PASSWORD_FILE="$S3_SECRET_KEY_FILE"
    ;;
esac

exec minio server /data

#!/bin/sh
# Starts MinIO with an administrator who creates storage's user in minio-setup. Some builds and forks of MinIO lack mc,
# its client, which creates users; there the administrator gets storage's key.
set -eu

case "$(MC_CONFIG_DIR=/tmp/mc mc --version 2>/dev/null)" in
  'mc version'*) ;;
  *)
    echo 'This image lacks mc, the client of MinIO: storage uses the administrator’s account' >&2
    export MINIO_ROOT_USER="$S3_ACCESS_KEY" MINIO_ROOT_PASSWORD_FILE="$S3_SECRET_KEY_FILE"
    ;;
esac

exec minio server /data

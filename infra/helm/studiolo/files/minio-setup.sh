#!/bin/sh
# Creates the bucket in the MinIO of compose or of the chart, and a user for storage who can only list that bucket and
# read, write and remove its objects. Can be repeated, and then sets a changed key. Needs S3_ENDPOINT, S3_BUCKET,
# MINIO_ROOT_USER, S3_ACCESS_KEY; MINIO_ROOT_PASSWORD and S3_SECRET_KEY, or each as NAME_FILE; mc, MinIO's client; and
# MC_CONFIG_DIR, a writable folder. Without mc it ends with EXIT_WITHOUT_CLIENT, 1 by default.
set -eu

case "$(mc --version)" in
  'mc version'*) ;;
  *)
    echo 'This image lacks mc, the client of MinIO: storage gets no user of its own' >&2
    exit "${EXIT_WITHOUT_CLIENT:-1}"
    ;;
esac

root_password=${MINIO_ROOT_PASSWORD:-$(cat "$MINIO_ROOT_PASSWORD_FILE")}
secret_key=${S3_SECRET_KEY:-$(cat "$S3_SECRET_KEY_FILE")}
policy=studiolo-storage

# Keys are passed on standard input, because the process list shows arguments.
printf '%s\n%s\n' "$MINIO_ROOT_USER" "$root_password" | mc alias set store "$S3_ENDPOINT"
mc mb --ignore-existing "store/$S3_BUCKET"

cat >"$MC_CONFIG_DIR/policy.json" <<JSON
{
  "Version": "2012-10-17",
  "Statement": [
    { "Effect": "Allow", "Action": ["s3:ListBucket"], "Resource": ["arn:aws:s3:::$S3_BUCKET"] },
    {
      "Effect": "Allow",
      "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
      "Resource": ["arn:aws:s3:::$S3_BUCKET/*"]
    }
  ]
}
JSON
mc admin policy create store "$policy" "$MC_CONFIG_DIR/policy.json"
printf '%s\n%s\n' "$S3_ACCESS_KEY" "$secret_key" | mc admin user add store

# Attaching the policy twice would be an error.
case "$(mc admin user info store "$S3_ACCESS_KEY")" in
  *"$policy"*) ;;
  *) mc admin policy attach store "$policy" --user "$S3_ACCESS_KEY" ;;
esac

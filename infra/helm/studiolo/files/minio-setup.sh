#!/bin/sh
# Makes the bucket of a MinIO that compose or the chart brings, and a user of its own for storage, who may list that
# bucket, read, write and remove its objects, and nothing else. Runs again without harm: a changed key is taken over.
# Wants S3_ENDPOINT, S3_BUCKET, MINIO_ROOT_USER, S3_ACCESS_KEY, and MINIO_ROOT_PASSWORD and S3_SECRET_KEY, or each of
# the two as NAME_FILE; mc, MinIO's client, which its image has; a folder to write to, MC_CONFIG_DIR. Without mc it fails,
# or ends with EXIT_WITHOUT_CLIENT.
set -eu

case "$(mc --version)" in
  'mc version'*) ;;
  *)
    echo 'This image has no client of MinIO: storage gets no user of its own' >&2
    exit "${EXIT_WITHOUT_CLIENT:-1}"
    ;;
esac

root_password=${MINIO_ROOT_PASSWORD:-$(cat "$MINIO_ROOT_PASSWORD_FILE")}
secret_key=${S3_SECRET_KEY:-$(cat "$S3_SECRET_KEY_FILE")}
policy=studiolo-storage

# Keys are handed over on the standard input: arguments can be read in the list of processes.
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

# To attach what is attached is an error.
case "$(mc admin user info store "$S3_ACCESS_KEY")" in
  *"$policy"*) ;;
  *) mc admin policy attach store "$policy" --user "$S3_ACCESS_KEY" ;;
esac

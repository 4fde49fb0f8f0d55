#!/usr/bin/env bash
# restore-objects.sh <folder>: copies the objects whose keys it reads, one a line, from a backup into the bucket, also while
# Studiolo runs. Needs rclone. Exit code: 0 when the backup held each of them whole, 2 when it held only others.
. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
trap 'rm -rf "$certificates"' EXIT
folder=${1:?Usage: restore-objects.sh <folder>}
cd "$folder"
[ -f SHA256SUMS ] || fail "$folder is no finished backup: it has no SHA256SUMS."
restored=0 lacking=0
while read -r key; do
  if grep -F "  ./objects/$key" SHA256SUMS | sha256sum --check --status 2>/dev/null; then
    rclone copyto "objects/$key" "$bucket/$key" --ignore-times
    restored=$((restored + 1))
  else
    echo "The backup does not hold $key whole."
    lacking=$((lacking + 1))
  fi
done
echo "$restored objects are restored, $lacking are not."
[ "$lacking" = 0 ] || exit 2

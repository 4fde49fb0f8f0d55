#!/bin/sh
# Runs once, on an empty data folder: creates a role for each service and a schema that only this role can use. A password
# is in a variable such as AUTH_PASSWORD, or in a file.
set -eu
for service in auth projects storage; do
  name=$(echo "${service}_password" | tr a-z A-Z)
  psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -q -v role="studiolo_$service" \
    -v schema="$service" -v password="$(printenv "$name" || cat "/run/secrets/${service}_password")" <<'SQL'
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA public;
CREATE ROLE :"role" LOGIN PASSWORD :'password';
CREATE SCHEMA :"schema" AUTHORIZATION :"role";
REVOKE ALL ON SCHEMA :"schema" FROM PUBLIC;
ALTER ROLE :"role" SET search_path = :"schema", public;
SQL
done

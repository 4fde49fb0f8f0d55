#!/bin/sh
# Runs once, on an empty data folder: a role and a schema for each service, and nobody else a look into it.
set -eu
for service in auth projects storage; do
  psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -q \
    -v role="studiolo_$service" -v schema="$service" -v password="$(cat "/run/secrets/${service}_password")" <<'SQL'
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA public;
CREATE ROLE :"role" LOGIN PASSWORD :'password';
CREATE SCHEMA :"schema" AUTHORIZATION :"role";
REVOKE ALL ON SCHEMA :"schema" FROM PUBLIC;
ALTER ROLE :"role" SET search_path = :"schema", public;
SQL
done

import type { DataSource, QueryRunner } from 'typeorm';

/** A person gets an answer within 5 s, so the result of a longer statement is of no use. */
const STATEMENT_TIMEOUT = '4s';
/** Ends a transaction whose process froze, to free its locks. */
const IDLE_TRANSACTION_TIMEOUT = '10s';

/**
 * Initial settings of every session of a service. They are set on the role, since a pooler refuses them from clients.
 * `public` holds the extensions that an administrator installs for all services.
 */
export function sessionSettings(schema: string): Record<string, string> {
  return {
    search_path: `${schema}, public`,
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT,
    TimeZone: 'UTC',
  };
}

/** Sets them on this connection's role, in this database; a role may do so for itself. */
export async function giveToRole(runner: QueryRunner, schema: string): Promise<void> {
  for (const [name, value] of Object.entries(sessionSettings(schema))) {
    const rows = (await runner.query(ALTER_ROLE, [name, value])) as { sql: string }[];
    for (const { sql } of rows) await runner.query(sql);
  }
}

/** Builds the ALTER ROLE statement, or none if the role has the setting already. A search path is a list of names. */
const ALTER_ROLE = `
  SELECT format('ALTER ROLE CURRENT_USER IN DATABASE %I SET %I = ', current_database(), $1::text)
         || CASE WHEN $1 = 'search_path' THEN $2 ELSE quote_literal($2) END AS sql
   WHERE NOT EXISTS (
     SELECT FROM pg_db_role_setting, unnest(setconfig) AS setting
      WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
        AND setting = $1 || '=' || $2)`;

/** @throws Error that names the settings missing from new sessions, and how to set them */
export async function checkSession(dataSource: DataSource, schema: string): Promise<void> {
  const wanted = Object.entries(sessionSettings(schema));
  const [row] = await dataSource.query<Record<string, string>[]>(
    `SELECT ${wanted.map(([name]) => `current_setting('${name}') AS "${name}"`).join(', ')}`,
  );
  const missing = wanted.filter(([name, value]) => row?.[name] !== value);
  if (missing.length === 0) return;
  const list = missing.map(([name, value]) => `${name} = ${value}`).join('; ');
  throw new Error(
    `its sessions do not begin with ${list}. The role has it by ALTER ROLE … SET, and a pooler that still ` +
      'has connections from before has to open new ones',
  );
}

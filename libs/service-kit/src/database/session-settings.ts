import type { DataSource, QueryRunner } from 'typeorm';

/** Answers to a person come within 5 s, so that a statement that takes longer works for nobody. */
const STATEMENT_TIMEOUT = '4s';
/** Ends a transaction whose process froze, so that its locks do not outlive it for long. */
const IDLE_TRANSACTION_TIMEOUT = '10s';

/**
 * What every session of a service begins with. The role has it, as a pooler refuses it from clients. `public` holds
 * the extensions, which an administrator installs for all services.
 */
export function sessionSettings(schema: string): Record<string, string> {
  return {
    search_path: `${schema}, public`,
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT,
    TimeZone: 'UTC',
  };
}

/** Gives them to the role of this connection, in this database; a role may do so for itself. */
export async function giveToRole(runner: QueryRunner, schema: string): Promise<void> {
  for (const [name, value] of Object.entries(sessionSettings(schema))) {
    const rows = (await runner.query(ALTER_ROLE, [name, value])) as { sql: string }[];
    for (const { sql } of rows) await runner.query(sql);
  }
}

/** Makes the statement that is needed, none if the role has the setting. A search path is a list of names. */
const ALTER_ROLE = `
  SELECT format('ALTER ROLE CURRENT_USER IN DATABASE %I SET %I = ', current_database(), $1::text)
         || CASE WHEN $1 = 'search_path' THEN $2 ELSE quote_literal($2) END AS sql
   WHERE NOT EXISTS (
     SELECT FROM pg_db_role_setting, unnest(setconfig) AS setting
      WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
        AND setting = $1 || '=' || $2)`;

/** @throws Error naming what sessions do not begin with, and how they come to it */
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

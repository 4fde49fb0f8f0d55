import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { onDatabase } from './database.ts';
import { databaseRole, type Plan, type Service, SERVICES } from './plan.ts';

/** Extensions that the services' indexes need and their roles may not install. */
const EXTENSIONS = ['pg_trgm', 'btree_gin'];

/** SQL that creates a service's role and a schema that only this role can use. Can be repeated. */
function serviceSql(service: Service, password: string): string {
  const role = databaseRole(service);
  const quoted = pg.escapeLiteral(password);
  return `
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role}; END IF;
    END $$;
    ALTER ROLE ${role} LOGIN PASSWORD ${quoted};
    GRANT ${role} TO CURRENT_USER;
    CREATE SCHEMA IF NOT EXISTS ${service} AUTHORIZATION ${role};
    REVOKE ALL ON SCHEMA ${service} FROM PUBLIC;
    ALTER ROLE ${role} SET search_path = ${service}, public;
  `;
}

/** A file that a restore leaves in the data folder until its sessions and mail links are void. */
export const RESTORED_MARK = 'restored';

/** Creates each service's role and schema, and the extensions that only an administrator may install. */
export async function prepareDatabase(plan: Plan): Promise<void> {
  await onDatabase(plan.adminDatabaseUrl, async (client) => {
    for (const extension of EXTENSIONS) {
      await client.query(`CREATE EXTENSION IF NOT EXISTS ${extension} SCHEMA public`);
    }
    for (const service of SERVICES) {
      await client.query(serviceSql(service, plan.secrets.databasePasswords[service]));
    }
    const mark = join(plan.dataDir, RESTORED_MARK);
    if (!existsSync(mark)) return;
    await client.query(
      readFileSync(join(import.meta.dirname, '..', 'backup', 'end-sessions.sql'), 'utf8'),
    );
    rmSync(mark);
  });
}

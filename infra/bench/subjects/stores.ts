import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { makePlan, type ObjectStore, type Plan } from '../../stack/plan.ts';
import { prepareBucket } from '../../stack/prepare-stores.ts';
import { launchStores } from '../../stack/launch.ts';
import { findProgram } from '../../stack/programs.ts';
import { loadSecrets } from '../../stack/secrets.ts';
import { Stack } from '../../stack/stack.ts';
import type { Groups } from '../measure/processes.ts';

/** Where they keep what they are given. */
const DATA = ['postgres', 'redis', 'minio', 's3rver'];

/** What every subject stands on: one PostgreSQL, one Redis and one object store for all. */
export class Stores {
  readonly plan: Plan;
  private readonly stack: Stack;

  private constructor(plan: Plan, stack: Stack) {
    this.plan = plan;
    this.stack = stack;
  }

  /** Starts them empty, on free ports: what earlier runs have left would differ from run to run. */
  static async start(dataDir: string): Promise<Stores> {
    for (const folder of DATA) await rm(join(dataDir, folder), { recursive: true, force: true });
    const secrets = await loadSecrets(dataDir);
    const plan = await makePlan({ dataDir, secrets, environment: 'development' });
    const stack = new Stack(plan, {
      failed: (message) => console.error(message),
    });
    try {
      await launchStores(stack);
    } catch (error) {
      await stack.stop();
      throw error;
    }
    return new Stores(plan, stack);
  }

  /** Their processes, by store. The mail inbox takes no part in what is measured. */
  groups(): Groups {
    const parts = this.stack.running().filter(({ name }) => name !== 'mail');
    return Object.fromEntries(parts.map(({ name, pid }) => [name, [pid]]));
  }

  /** Makes an empty database of this name unless it is there, and gives its address. */
  async database(name: string): Promise<string> {
    await this.sql('postgres', async (client) => {
      const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    });
    return this.databaseUrl(name);
  }

  /**
   * A bucket of its own, made unless it is there: Studiolo's sweeper removes what its database does not know,
   * and would take the files of others for orphans.
   */
  async bucket(name: string): Promise<ObjectStore> {
    const store = { ...this.plan.objectStore, bucket: name };
    await prepareBucket(store);
    return store;
  }

  /** Runs SQL as the administrator of a database. */
  async sql<Result>(name: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ connectionString: this.databaseUrl(name) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Has every planner know its tables: PostgreSQL looks at them at some time in a run, and never at small ones. */
  async analyze(): Promise<void> {
    const { rows } = await this.sql('postgres', (client) =>
      client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE NOT datistemplate'),
    );
    for (const { datname } of rows) {
      await this.sql(datname, (client) => client.query('VACUUM ANALYZE'));
    }
  }

  /** Kinds and versions, for the record. */
  async versions(): Promise<Record<string, string>> {
    const { rows } = await this.sql('postgres', (client) =>
      client.query<{ version: string }>("SELECT current_setting('server_version') AS version"),
    );
    const redis = ['redis-server', 'valkey-server'].find((name) => findProgram(name));
    return {
      PostgreSQL: rows[0]?.version ?? 'unknown',
      Redis: redis ?? 'js-redis-server (embedded, several times slower)',
      'object store': this.plan.objectStoreProgram,
    };
  }

  stop(): Promise<void> {
    return this.stack.stop();
  }

  private databaseUrl(name: string): string {
    const url = new URL(this.plan.adminDatabaseUrl);
    url.pathname = `/${name}`;
    return url.href;
  }
}

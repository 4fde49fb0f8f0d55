import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds } from '@studiolo/testing/redis-process';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { DeadLetters } from '../src/index.js';
import { serviceDuringTests } from './support/service.js';

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
  const rig = serviceDuringTests(kind, MailController, {
    server: { signingKey, maxEventAttempts: 1 },
    client: { signingKey, eventRoutes: { 'user.deleted': ['orders'] } },
  });
  let letters: DeadLetters;

  beforeAll(() => {
    letters = new DeadLetters(rig.client.commands, 'orders');
  });

  beforeEach(async () => {
    handled.length = 0;
    broken = true;
    for (const user of [1, 2, 3]) await rig.client.tell('user.deleted', { user });
    await eventually(async () => expect(await letters.count()).toBe(3));
  });

  afterEach(() => letters.drop('all'));

  it('are listed with their pattern and reason, and a payload that is encrypted', async () => {
    const [first] = await letters.list();
    expect(first).toMatchObject({
      pattern: 'user.deleted',
      attempts: 1,
      reason: 'Internal server error',
    });
    expect(first?.body).toMatch(/^[\w+/]{48,}=*$/);
    expect(await DeadLetters.services(rig.client.commands)).toEqual(['orders']);
  });

  it('run when they are replayed after the cause is mended', async () => {
    broken = false;
    expect(await letters.replay('all')).toBe(3);
    await eventually(() => expect(handled).toHaveLength(3));
    expect(await letters.count()).toBe(0);
    expect(rig.stats().refused).toBe(0);
  });

  it('are replayed and dropped one by one', async () => {
    broken = false;
    const [first, second] = await letters.list();
    expect(await letters.replay([first?.id ?? ''])).toBe(1);
    await eventually(() => expect(handled).toEqual([{ user: 1 }]));
    expect(await letters.drop([second?.id ?? '', '1-1'])).toBe(1);
    expect(await letters.count()).toBe(1);
    await letters.replay('all');
    await eventually(() => expect(handled).toEqual([{ user: 1 }, { user: 3 }]));
  });

  it('that are no messages are listed with what can be read of them', async () => {
    await letters.drop('all');
    const id = await rig.client.commands.xadd('rpc:{orders}:dead-letters', '*', 'foo', 'bar');
    const unknown = { pattern: undefined, messageId: undefined };
    expect(await letters.list()).toEqual([{ id, ...unknown, attempts: 0, reason: '', body: '' }]);
  });

  it('are dropped all at once, however many there are', async () => {
    const adding = rig.client.commands.pipeline();
    for (let n = 0; n < 250; n += 1) adding.xadd('rpc:{orders}:dead-letters', '*', 'b', String(n));
    await adding.exec();
    expect(await letters.drop('all')).toBe(253);
    expect(await letters.count()).toBe(0);
  });

  describe('from the command line', () => {
    const folder = temporaryFolder();
    const run = async (
      args: string[],
      settings: Record<string, string> = { REDIS_URL: rig.redis.url },
    ) => {
      const cli = join(import.meta.dirname, '../src/dead-letters/cli.ts');
      const register = join(import.meta.dirname, '../../testing/src/run-typescript.mjs');
      const options = { env: { ...process.env, REDIS_URL: undefined, ...settings } };
      const command = ['--import', register, cli, ...args];
      return (await promisify(execFile)(process.execPath, command, options)).stdout;
    };

    it('are listed, replayed and dropped', async () => {
      broken = false;
      expect(await run(['list'])).toMatch(/^orders: 3\n.*user\.deleted {2}1 tries/);
      const [first] = await letters.list();
      expect(await run(['drop', 'orders', first?.id ?? ''])).toBe('dropped: 1\n');
      expect(await run(['replay', 'orders', 'all'])).toBe('sent again: 2\n');
      await eventually(() => expect(handled).toEqual([{ user: 2 }, { user: 3 }]));
      expect(await run(['list', 'orders'])).toBe('orders: 0\n');
    });

    it('are found by an address in a file', async () => {
      const file = join(folder(), 'url');
      await writeFile(file, `${rig.redis.url}\n`);
      expect(await run(['list'], { REDIS_URL: '', REDIS_URL_FILE: file })).toMatch(/^orders: 3\n/);
    });

    it.each([
      ['without an address', ['list'], () => ({}), 2, /^Usage:\n/],
      ['without letters to replay', ['replay', 'orders'], undefined, 2, /^Usage:\n/],
      ['with a command that is none', ['bury', 'orders', 'all'], undefined, 2, /^Usage:\n/],
      ['of a mistyped service', ['replay', 'order', 'all'], undefined, 1, /no service order/],
      ['of no service', ['list', 'orders', '--prefix', 'x'], undefined, 1, /no service orders/],
      ['with an unknown id', ['drop', 'orders', '1-1'], undefined, 1, /None of these .* of orders/],
      ['of no server', ['list'], () => ({ REDIS_URL: 'redis://127.0.0.1:1' }), 1, /ECONNREFUSED/],
    ])('%s are left alone, and it says why', async (_what, args, settings, code, reason) => {
      const failure = { code, stderr: expect.stringMatching(reason) as string };
      await expect(run(args, settings?.())).rejects.toMatchObject(failure);
      expect(await letters.count()).toBe(3);
    });
  });
});

import { jest } from '@jest/globals';
import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative } from '@studiolo/testing/redis-process';
import { lastValueFrom } from 'rxjs';

import { RedisStreamsClient, RedisStreamsContext } from '../src/index.js';
import {
  callerDuringTests,
  countOf,
  readyReplica,
  type RunningService,
} from './support/service.js';

const EVENTS = 'rpc:orders:events';
const ran: number[] = [];

const atLeast = (tries: number[]) => expect.arrayContaining(tries) as number[];

@Controller()
class ListController {
  @MessagePattern('orders.list')
  list(): string {
    ran.push(1);
    return 'listed';
  }

  /** Fails at its first tries. */
  @EventPattern<string>('orders.listed')
  listed(@Payload() failures: number, @Ctx() context: RedisStreamsContext): void {
    ran.push(context.getAttempt());
    if (context.getAttempt() <= failures) throw new Error('not yet');
  }
}

describeNative('a process that Redis refuses a command', () => {
  const eventRoutes = { 'orders.listed': ['orders'] };
  let replica: RunningService;
  let log: string[];
  afterEach(() => replica.close());
  const rig = callerDuringTests('redis-server', { eventRoutes }, [beforeEach, afterEach]);

  beforeEach(async () => {
    log = [];
    ran.length = 0;
    for (const level of ['warn', 'error'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation((line) => log.push(String(line)));
    await rights('on', '>secret', '+@all', '~*', '&*');
    replica = await readyReplica(ListController, {
      redisUrl: `redis://limited:secret@127.0.0.1:${rig.redis.port}`,
      maxEventAttempts: 4,
      eventRetryBaseMs: 20,
    });
  });

  afterEach(() => jest.restoreAllMocks());

  const commands = () => rig.client.unwrap()[0];
  const rights = (...rules: string[]) => commands().acl('SETUSER', 'limited', ...rules);
  const list = () => lastValueFrom(rig.client.send('orders.list', {}));
  const emit = (failures: number) =>
    lastValueFrom(rig.client.emit('orders.listed', failures), { defaultValue: 'stored' });

  const count = (command: string) => countOf(command, commands());
  const refused = (command: string, times: number) =>
    eventually(async () => expect((await count(command)).rejected).toBeGreaterThanOrEqual(times));

  async function expectNothingLeft(): Promise<void> {
    await eventually(async () => {
      expect(await commands().xlen(EVENTS)).toBe(0);
      expect(await commands().xpending(EVENTS, 'orders', '-', '+', 10)).toEqual([]);
    });
  }

  async function leftByPeer(): Promise<void> {
    await rights('-xreadgroup');
    // A read that began before would still get the event.
    await eventually(async () =>
      expect(await commands().info('clients')).toMatch(/^blocked_clients:0/m),
    );
    await emit(0);
    await commands().xreadgroup('GROUP', 'orders', 'vanished', 'STREAMS', EVENTS, '>');
    await rights('+xreadgroup');
  }

  it.each([
    ['answers', ['publish'], list, [1], undefined],
    [
      'acknowledges, and runs again until then,',
      ['xack', 'xdel'],
      () => emit(0),
      atLeast([1, 2]),
      undefined,
    ],
    [
      'tries a failed event again',
      ['xclaim'],
      () => emit(1),
      [1, 2],
      'orders.listed failed, try 1',
    ],
    ['parks an event', ['xadd'], () => emit(4), [1, 2, 3, 4], 'Could not park'],
    [
      'takes over what a peer left',
      ['xpending'],
      leftByPeer,
      [2],
      'Could not take over from peers',
    ],
  ])('%s as soon as it may', async (_, forbidden, begin, tries, line) => {
    const [command = ''] = forbidden;
    await rights(...forbidden.map((one) => `-${one}`));
    const outcome = begin();
    await refused(command, 2);
    await rights('+@all');
    await outcome;
    await eventually(() => expect(ran).toEqual(tries));
    await expectNothingLeft();
    if (line) expect(log).toContainEqual(expect.stringContaining(line));
    const parked = await commands().xlen('rpc:orders:dead-letters');
    expect(parked).toBe(command === 'xadd' ? 1 : 0);
  });

  it('is no ready client before it may subscribe to its replies', async () => {
    await rights('-subscribe');
    const redisUrl = `redis://limited:secret@127.0.0.1:${rig.redis.port}`;
    const caller = new RedisStreamsClient({ redisUrl, unavailableAfterMs: 100 });
    await caller.connect();
    await refused('subscribe', 3);
    expect(caller.isReady()).toBe(false);
    const call = lastValueFrom(caller.send('orders.list', {}));
    await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await rights('+@all');
    await eventually(() => expect(caller.isReady()).toBe(true));
    expect(await lastValueFrom(caller.send('orders.list', {}))).toBe('listed');
    caller.close();
  });

  it('asks for a lost consumer group with pauses until it may make it', async () => {
    await rights('-xgroup');
    await commands().xgroup('DESTROY', EVENTS, 'orders');
    const { calls: beats } = await count('pexpire');
    await eventually(async () => expect((await count('pexpire')).calls).toBeGreaterThan(beats + 3));
    const lines = log.filter((line) => line.startsWith('Could not create the consumer group'));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThan(100);
    await rights('+@all');
    await emit(0);
    await eventually(() => expect(ran).toEqual([1]));
  });
});

import { jest } from '@jest/globals';
import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative } from '@studiolo/testing/redis-process';

import { RedisStreamsContext } from '../src/index.js';
import { callerDuringTests, TestClient } from './support/service.js';

const EVENTS = 'rpc:{orders}:events';
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
  let redisUrl: string;
  let log: string[];
  const rig = callerDuringTests('redis-server', { eventRoutes }, duringEachTest);

  beforeEach(async () => {
    log = [];
    ran.length = 0;
    for (const level of ['warn', 'error'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation((line) => log.push(String(line)));
    await rights('on', '>secret', '+@all', '~*', '&*');
    redisUrl = `redis://limited:secret@127.0.0.1:${rig.redis.port}`;
    await rig.replica(ListController, { redisUrl, maxEventAttempts: 4, eventRetryBaseMs: 20 });
  });

  afterEach(() => jest.restoreAllMocks());

  const commands = () => rig.client.commands;
  const rights = (...rules: string[]) => commands().acl('SETUSER', 'limited', ...rules);
  const list = () => rig.client.ask('orders.list');
  const emit = (failures: number) => rig.client.tell('orders.listed', failures);

  const count = (command: string) => rig.client.countOf(command);
  const refused = (command: string, times: number) =>
    eventually(async () => expect((await count(command)).rejected).toBeGreaterThanOrEqual(times));

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
    ['answers', 'publish', list, [1], ''],
    ['acknowledges, and runs again until then,', 'xack xdel', () => emit(0), atLeast([1, 2]), ''],
    ['tries a failed event again', 'xclaim', () => emit(1), [1, 2], 'orders.listed failed, try 1'],
    ['parks an event', 'xadd', () => emit(4), [1, 2, 3, 4], 'Could not park'],
    ['takes over what a peer left', 'xpending', leftByPeer, [2], 'Could not take over from peers'],
  ])('%s as soon as it may', async (_, forbidden, begin, tries, line) => {
    const [command = '', ...others] = forbidden.split(' ');
    await rights(...[command, ...others].map((one) => `-${one}`));
    const outcome = begin();
    await refused(command, 2);
    await rights('+@all');
    await outcome;
    await eventually(() => expect(ran).toEqual(tries));
    await rig.client.untilNothingIsLeft('events');
    if (line !== '') expect(log).toContainEqual(expect.stringContaining(line));
    const parked = await commands().xlen('rpc:{orders}:dead-letters');
    expect(parked).toBe(command === 'xadd' ? 1 : 0);
  });

  it('is no ready client before it may subscribe to its replies', async () => {
    await rights('-subscribe');
    using caller = new TestClient({ redisUrl, unavailableAfterMs: 100 });
    await caller.connect();
    await refused('subscribe', 3);
    expect(caller.isReady()).toBe(false);
    await expect(caller.ask('orders.list')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await rights('+@all');
    await eventually(() => expect(caller.isReady()).toBe(true));
    expect(await caller.ask('orders.list')).toBe('listed');
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

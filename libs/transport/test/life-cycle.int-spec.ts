import { jest } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import {
  describeNative,
  prepareRedis,
  redisKinds,
  startRedis,
} from '@studiolo/testing/redis-process';

import { RedisStreamsServer, StreamRecord } from '../src/index.js';
import { EchoController, heard } from './support/echo.controller.js';
import {
  callerDuringTests,
  connectedClient,
  readyReplica,
  startReplica,
  TestClient,
} from './support/service.js';

let finish: () => void = () => undefined;

@Controller()
class SlowController {
  @MessagePattern('orders.slow')
  async slow(@Payload() data: unknown): Promise<string> {
    heard.push(data);
    await new Promise<void>((resolve) => (finish = resolve));
    return 'done';
  }
}

@Controller()
class FailingController {
  @EventPattern<string>('orders.failing')
  failing(): never {
    throw new Error('not yet');
  }
}

const SLOW = [EchoController, SlowController];

type Read = [[stream: string, [[id: string, fields: [string, string]]]]] | null;

const orphan = () => new StreamRecord('orphan', { timeoutMs: 30_000 });
const GROUP = ['rpc:{orders}:requests', 'orders'] as const;

beforeEach(() => {
  heard.length = 0;
});

describe.each(redisKinds)('the life of a replica on %s', (kind) => {
  const rig = callerDuringTests(kind);
  const commands = () => rig.client.commands;

  it('finishes, answers and acknowledges what it has taken before it ends', async () => {
    const replica = await rig.replica(SLOW);
    const answer = rig.client.ask('orders.slow', 1);
    await eventually(() => expect(heard).toEqual([1]));
    const closed = replica.close();
    finish();
    expect(await answer).toBe('done');
    await closed;
    expect(await commands().xlen(GROUP[0])).toBe(0);
  });

  it('leaves what is beyond its concurrency to its peers', async () => {
    await rig.replica(SLOW, { concurrency: 1 });
    const slow = rig.client.ask('orders.slow', 1);
    await eventually(() => expect(heard).toEqual([1]));
    const quick = rig.client.ask('orders.echo', 2);
    await rig.replica(SLOW);
    expect(await quick).toBe(2);
    finish();
    expect(await slow).toBe('done');
  });

  it('removes its consumer and its heartbeat when it leaves', async () => {
    const replica = await rig.replica(SLOW);
    await rig.client.ask('orders.echo', 1);
    await replica.close();
    expect(await commands().xinfo('CONSUMERS', ...GROUP)).toEqual([]);
    expect(await commands().keys('rpc:{orders}:alive:*')).toEqual([]);
  });

  /** Takes the one waiting request for a consumer that will never be heard of again. */
  async function takeAsVanished(): Promise<{ replyTo: string; call: number }> {
    const take = ['GROUP', 'orders', 'vanished', 'STREAMS', GROUP[0], '>'] as const;
    return eventually(async () => {
      const read = (await commands().xreadgroup(...take)) as Read;
      if (!read) throw new Error('no request yet');
      return JSON.parse(read[0][1][0][1][1]) as { replyTo: string; call: number };
    });
  }

  it('takes over what a vanished replica had taken, as its second delivery', async () => {
    const answer = rig.client.ask('orders.echo', orphan());
    await takeAsVanished();
    const replica = await rig.replica(SLOW);
    expect(await answer).toBe('orphan');
    expect(replica.server.stats().redelivered).toBe(1);
    await eventually(async () =>
      expect(await commands().xinfo('CONSUMERS', ...GROUP)).toHaveLength(1),
    );
  });

  it('runs again what was answered but not acknowledged, and the caller has one answer', async () => {
    const answers: unknown[] = [];
    rig.client.send('orders.echo', orphan()).subscribe((answer) => answers.push(answer));
    const { replyTo, call } = await takeAsVanished();
    const reply = JSON.stringify([{ call, response: 'the first answer' }]);
    await commands().publish(`rpc:replies:${replyTo}`, reply);
    await rig.replica(SLOW);
    await eventually(() => expect(heard).toEqual(['orphan']));
    await rig.client.untilNothingIsLeft('requests');
    expect(answers).toEqual(['the first answer']);
  });

  it('does not run what expired while nobody was there to take it', async () => {
    const header = JSON.stringify({ id: 'late', pattern: 'orders.echo', deadline: 1 });
    await commands().xadd(GROUP[0], '*', 'h', header, 'b', '{}\n"too late"');
    const replica = await rig.replica(SLOW);
    await eventually(() => expect(replica.server.stats().expired).toBe(1));
    expect(heard).toEqual([]);
  });

  it('judges deadlines by the clock of Redis, not by its own', async () => {
    await rig.replica(SLOW);
    const realNow = Date.now.bind(Date);
    using skewed = jest.spyOn(Date, 'now');
    for (const offMs of [300_000, -300_000]) {
      skewed.mockImplementation(() => realNow() + offMs);
      expect(await rig.client.ask('orders.echo', offMs)).toBe(offMs);
    }
  });

  it('waits for a Redis that starts later', async () => {
    await using later = await prepareRedis({ kind });
    await using replica = await startReplica(SLOW, { redisUrl: later.url });
    using early = new TestClient({ redisUrl: later.url, unavailableAfterMs: 100 });
    await early.connect();
    expect([replica.server.isReady(), early.isReady()]).toEqual([false, false]);
    await expect(early.ask('orders.echo')).rejects.toMatchObject({ code: 'UNAVAILABLE' });

    await later.launch();
    await eventually(() =>
      expect([replica.server.isReady(), early.isReady()]).toEqual([true, true]),
    );
    expect(await early.ask('orders.echo', 2)).toBe(2);
  });

  it('ends soon although Redis cannot be reached', async () => {
    await using other = await startRedis({ kind });
    await using replica = await readyReplica(SLOW, { redisUrl: other.url });
    await other.kill();
    await replica.close();
    expect(replica.server.isReady()).toBe(false);
  });
});

describeNative('a replica on redis-server', () => {
  const rig = callerDuringTests('redis-server', {}, duringEachTest);

  const callsOf = async (command: string) => (await rig.client.countOf(command)).calls;

  /** Waits until a replica has shown this many times more that it is alive. */
  async function untilBeats(count: number): Promise<void> {
    const before = await callsOf('pexpire');
    await eventually(async () => expect(await callsOf('pexpire')).toBeGreaterThan(before + count));
  }

  it('that ends waits for the handlers that still run, and takes over nothing meanwhile', async () => {
    const { commands } = rig.client;
    const replica = await rig.replica(SLOW);
    const answer = rig.client.ask('orders.slow', 1);
    await eventually(() => expect(heard).toContain(1));
    const closed = replica.close();
    await eventually(async () =>
      expect(await commands.info('clients')).toMatch(/^blocked_clients:0/m),
    );
    const late = rig.client.ask('orders.echo', orphan());
    await eventually(async () => expect(await commands.xlen(GROUP[0])).toBe(2));
    await commands.xreadgroup('GROUP', 'orders', 'vanished', 'STREAMS', GROUP[0], '>');
    await untilBeats(8);
    expect(heard).toEqual([1]);
    finish();
    expect(await answer).toBe('done');
    await closed;
    await rig.replica(SLOW);
    expect(await late).toBe('orphan');
  });

  it('that has nothing to do sends nothing but its heartbeat', async () => {
    await rig.replica([EchoController, FailingController]);
    expect(await rig.client.ask('orders.echo', 1)).toBe(1);
    await eventually(async () => expect(await callsOf('xack')).toBe(1));
    await untilBeats(3);
    const sent = { publish: 1, xack: 1, eval: 0 };
    for (const [command, calls] of Object.entries(sent))
      expect([command, await callsOf(command)]).toEqual([command, calls]);
  });

  it('that cannot show that it is alive takes nothing until it can', async () => {
    const { commands } = rig.client;
    const rights = ['on', '>secret', '+@all', '&*'];
    await commands.acl('SETUSER', 'limited', ...rights, '~rpc:{orders}:[^a]*');
    const redisUrl = `redis://limited:secret@127.0.0.1:${rig.redis.port}`;
    await using _limited = await startReplica(SLOW, { redisUrl });
    const answer = rig.client.ask('orders.echo', orphan());
    await eventually(async () =>
      expect((await rig.client.countOf('pexpire')).rejected).toBeGreaterThan(3),
    );
    expect(await commands.xinfo('CONSUMERS', ...GROUP)).toEqual([]);
    await commands.acl('SETUSER', 'limited', '~*');
    expect(await answer).toBe('orphan');
  });

  describe('and its timers', () => {
    const set = jest.spyOn(globalThis, 'setTimeout');
    const cleared = jest.spyOn(globalThis, 'clearTimeout');
    const MINUTE_MS = 60_000;

    beforeEach(() => jest.clearAllMocks());
    afterAll(() => jest.restoreAllMocks());

    const HEARTBEAT_MS = 250;

    const left = (length = MINUTE_MS) => {
      const timers = set.mock.calls.flatMap(([, ms], at) =>
        ms === length ? [set.mock.results[at]?.value] : [],
      );
      return timers.filter((timer) => !cleared.mock.calls.some(([one]) => one === timer));
    };

    it('leaves none when it has been closed, and neither does a client', async () => {
      const controllers = [EchoController, FailingController];
      const replica = await rig.replica(controllers, { eventRetryBaseMs: MINUTE_MS });
      const caller = await connectedClient({
        ...{ redisUrl: rig.redis.url, timeoutMs: MINUTE_MS, unavailableAfterMs: MINUTE_MS },
        eventRoutes: { 'orders.failing': ['orders'] },
      });
      expect(await caller.ask('orders.echo', 1)).toBe(1);
      await caller.tell('orders.failing');
      await eventually(() => expect(replica.server.stats().waitingRetries).toBe(1));
      expect(left()).toHaveLength(1);
      caller.close();
      await replica.close();
      expect(left()).toHaveLength(0);
    });

    it.each([
      ['while it is being closed', () => Promise.resolve()],
      ['once it has been closed', (closed: Promise<void>) => closed],
    ])('refuses to listen %s, and leaves none', async (_when, moment) => {
      const server = new RedisStreamsServer({ redisUrl: rig.redis.url, service: 'orders' });
      const closed = server.close();
      await moment(closed);
      const refusal = new Promise((resolve) => server.listen(resolve));
      await closed;
      expect(left(HEARTBEAT_MS)).toHaveLength(0);
      expect(await refusal).toEqual(new Error('The server was closed'));
    });
  });
});

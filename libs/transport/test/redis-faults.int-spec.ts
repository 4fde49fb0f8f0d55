import { randomUUID } from 'node:crypto';

import { jest } from '@jest/globals';
import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import {
  describeNative,
  type RedisOptions,
  type RedisProcess,
  startRedis,
} from '@studiolo/testing/redis-process';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import {
  RedisConnection,
  type RedisStreamsClientOptions,
  RedisStreamsContext,
  StreamRecord,
} from '../src/index.js';
import {
  connectedClient,
  readyReplica,
  type RunningService,
  TestClient,
} from './support/service.js';

const executed: string[] = [];
let gate: Promise<void>;
let finish: () => void;

@Controller()
class CounterController {
  @MessagePattern('orders.count')
  count(@Payload() data: unknown, @Ctx() context: RedisStreamsContext): unknown {
    executed.push(context.getMessageId());
    return data;
  }

  @MessagePattern('orders.slow')
  async slow(@Payload() data: unknown, @Ctx() context: RedisStreamsContext): Promise<unknown> {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return this.count(data, context);
  }

  @EventPattern<string>('orders.counted')
  counted(@Ctx() context: RedisStreamsContext): void {
    executed.push(context.getMessageId());
  }

  @EventPattern<string>('orders.awaited')
  @MessagePattern('orders.awaited')
  async awaited(@Ctx() context: RedisStreamsContext): Promise<string> {
    executed.push(context.getMessageId());
    await gate;
    return 'done';
  }
}

describeNative('when Redis fails', () => {
  let redis: RedisProcess;
  let replica: RunningService;
  let client: TestClient;

  async function begin(
    options: RedisOptions = {},
    settings: Partial<RedisStreamsClientOptions> = {},
  ): Promise<void> {
    redis = await startRedis(options);
    const { redisUrl = redis.url } = settings;
    replica = await readyReplica(CounterController, { redisUrl });
    client = await connectedClient({
      eventRoutes: { 'orders.counted': ['orders'], 'orders.awaited': ['orders'] },
      timeoutMs: 1_000,
      ...settings,
      redisUrl,
    });
    executed.length = 0;
    ({ promise: gate, resolve: finish } = Promise.withResolvers<void>());
  }

  afterEach(async () => {
    client.close();
    await replica.close();
    await redis.stop();
  });

  const IMPATIENT = { unavailableAfterMs: 300 };
  const call = (data: unknown = 1) => client.ask('orders.count', data);
  const serviceIsBack = () => eventually(async () => expect(await call('back')).toBe('back'));

  it.each([
    ['without its data', false],
    ['with its data', true],
  ])('a restart %s gives UNAVAILABLE meanwhile and service soon after', async (_, persistent) => {
    await begin({ persistent }, IMPATIENT);
    await redis.kill();
    await eventually(() => expect(client.isReady()).toBe(false));
    const code = 'UNAVAILABLE';
    const message = 'Redis cannot be reached; the log says why';
    await expect(call()).rejects.toMatchObject({ code, message });
    await expect(client.tell('orders.counted')).rejects.toMatchObject({ code });
    await redis.launch();
    await serviceIsBack();
  });

  it('a command of unwrap() fails at once until Redis can be used, and does not run later', async () => {
    await begin();
    using early = new TestClient({ redisUrl: redis.url, unavailableAfterMs: 20_000 });
    const { commands } = early;
    const connected = early.connect();
    await expect(commands.incr('commands')).rejects.toThrow();
    await connected;
    expect(await commands.get('commands')).toBeNull();
  });

  it('calls wait for a while from the beginning of each outage before they fail', async () => {
    await begin({}, IMPATIENT);
    const callWhenLost = async () => {
      // `once` of node:events would reject when a write fails first.
      await new Promise<void>((resolve) => client.commands.once('close', resolve));
      const startedAt = performance.now();
      await expect(call()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      return performance.now() - startedAt;
    };
    for (let outage = 1; outage <= 2; outage += 1) {
      const waited = callWhenLost();
      await redis.kill();
      expect(await waited).toBeGreaterThan(250);
      await redis.launch();
      await serviceIsBack();
    }
  });

  it('an outage is logged once for each connection when it begins and when it ends', async () => {
    const spies = (['warn', 'log'] as const).map((level) =>
      jest.spyOn(Logger.prototype, level).mockImplementation(() => undefined),
    );
    const labels = (event: 'cannot be reached' | 'can be used again') =>
      spies
        .flatMap((spy) => spy.mock.calls.map(([line]) => String(line).split(`: Redis ${event}`)))
        .flatMap(([label, rest]) => (rest === undefined ? [] : label))
        .toSorted();
    await begin();
    await redis.kill();
    const connections = ['client commands', 'client replies', 'orders commands'].concat(
      ['events', 'requests'].map((stream) => `orders reader of rpc:{orders}:${stream}`),
    );
    await eventually(() => expect(labels('cannot be reached')).toEqual(connections));
    await redis.launch();
    await eventually(() => expect(labels('can be used again')).toEqual(connections));
    expect(labels('cannot be reached')).toEqual(connections);
    for (const spy of spies) spy.mockRestore();
  });

  it('an event whose handler ended meanwhile is acknowledged when Redis can be used again', async () => {
    await begin({ persistent: true });
    await client.tell('orders.awaited');
    await eventually(() => expect(executed).toHaveLength(1));
    await redis.kill();
    await eventually(() => expect(replica.server.isReady()).toBe(false));
    finish();
    await redis.launch();
    await client.untilNothingIsLeft('events');
    expect(executed).toHaveLength(1);
  });

  it('callers of a frozen Redis get an error at their deadline, and expired requests never run', async () => {
    await begin({}, IMPATIENT);
    redis.freeze();
    const silence = { code: 'UNAVAILABLE', cause: { name: 'TimeoutError' } };
    await expect(client.tell('orders.counted')).rejects.toMatchObject(silence);
    const expired = Array.from({ length: 20 }, (): string => randomUUID());
    const calls = expired.map((messageId) => {
      const record = new StreamRecord(1, { messageId, timeoutMs: 200 });
      return client.ask('orders.count', record);
    });
    // Ends long after their deadlines, which the replica judges by a clock that it has only estimated.
    calls.push(call());
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
    }
    redis.thaw();
    await serviceIsBack();
    await client.untilNothingIsLeft('requests');
    expect(executed.filter((messageId) => expired.includes(messageId))).toEqual([]);
  });

  it('a full Redis gives UNAVAILABLE at once, and requests stored before are answered', async () => {
    await begin();
    const { commands } = client;
    const patient = { timeoutMs: 20_000 };
    const slow = Array.from({ length: 130 }, (_, at) =>
      client.ask('orders.slow', new StreamRecord(at, patient)),
    );
    await eventually(() => expect(executed.length).toBeGreaterThan(0));
    await commands.config('SET', 'maxmemory', '1');
    const cause = { message: expect.stringMatching(/^OOM /) as string };
    const refused = { reason: { code: 'UNAVAILABLE', cause } };
    expect(await Promise.allSettled([call()])).toMatchObject([refused]);
    expect(await Promise.allSettled([call(), call()])).toMatchObject([refused, refused]);
    expect(await Promise.all(slow)).toHaveLength(130);
    expect(executed).toHaveLength(130);
    await commands.config('SET', 'maxmemory', '0');
    await serviceIsBack();
  });

  it('connections that go silent are replaced', async () => {
    await using proxy = await TcpProxy.to(() => redis.url);
    await begin({}, { redisUrl: `redis://${proxy.address}` });
    proxy.stall();
    await serviceIsBack();
    await client.tell('orders.counted');
    await client.untilNothingIsLeft('events');
  });

  it('a silent connection whose commands have a time limit of their own is replaced, too', async () => {
    await begin();
    await using proxy = await TcpProxy.to(() => redis.url);
    const connection = new RedisConnection(
      {
        redisUrl: `redis://${proxy.address}`,
        label: 'impatient',
        options: { commandTimeout: 200 },
      },
      { probe: (commands) => commands.ping() },
    );
    connection.start();
    await connection.whenReady();
    proxy.stall();
    await eventually(async () => expect(await connection.redis.ping()).toBe('PONG'));
    connection.close();
  });

  it('what a replica finishes while its connections are silent is acknowledged over new ones', async () => {
    await using proxy = await TcpProxy.to(() => redis.url);
    await begin({}, { redisUrl: `redis://${proxy.address}` });
    // Redis may send the answer to the caller's silent connection, after which it is asked for again.
    const answer = client.ask('orders.awaited', new StreamRecord({}, { timeoutMs: 25_000 }));
    await client.tell('orders.awaited');
    await eventually(() => expect(executed).toHaveLength(2));
    proxy.stall();
    finish();
    await client.untilNothingIsLeft('requests');
    await client.untilNothingIsLeft('events');
    expect(await answer).toBe('done');
    expect(new Set(executed).size).toBe(2);
  });
});

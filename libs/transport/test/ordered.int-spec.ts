import { Controller } from '@nestjs/common';
import { EventPattern, Payload, RpcException } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { lastValueFrom } from 'rxjs';

import { DeadLetters, type RedisStreamsClient, StreamRecord } from '../src/index.js';
import { connectedClient, readyReplica, type RunningService } from './support/service.js';
import { bestRedis, EVENTS, Stage } from './support/stage.js';

interface Step {
  readonly key: string;
  readonly step: number;
}

const signingKey = 'a signing key of at least thirty-two characters';
const runs: Step[] = [];
const running = new Map<string, number>();
let mostAtOnce = 0;
let failsWith: (event: Step) => 'AWAY' | 'BROKEN' | undefined;
let gate: Promise<void>;

@Controller()
class Listener {
  @EventPattern<string>('account.changed')
  async changed(@Payload() event: Step): Promise<void> {
    const atOnce = (running.get(event.key) ?? 0) + 1;
    running.set(event.key, atOnce);
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    runs.push(event);
    await gate;
    await new Promise((resolve) => setImmediate(resolve));
    running.set(event.key, (running.get(event.key) ?? 0) - 1);
    const code = failsWith(event);
    if (code) throw new RpcException({ code });
  }
}

const stepsOf = (key: string) => runs.filter((run) => run.key === key).map(({ step }) => step);
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe.each(redisKinds)('events with an order key, on %s', (kind) => {
  let redis: RedisProcess;
  let client: RedisStreamsClient;
  let letters: DeadLetters;
  let replicas: RunningService[];

  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
    const eventRoutes = { 'account.changed': ['orders'], 'account.shared': ['orders', 'absent'] };
    client = await connectedClient({ redisUrl: redis.url, signingKey, eventRoutes });
    letters = new DeadLetters(client.unwrap()[0], 'orders');
  });

  beforeEach(() => {
    runs.length = 0;
    mostAtOnce = 0;
    failsWith = () => undefined;
    gate = Promise.resolve();
    replicas = [];
  });

  afterEach(() => Promise.all(replicas.map((replica) => replica.close())));

  afterAll(async () => {
    client.close();
    await redis.stop();
  });

  const enter = async (count: number) => {
    const options = {
      ...{ redisUrl: redis.url, signingKey, maxEventAttempts: 3, eventRetryBaseMs: 20 },
      isUnavailable: (cause: unknown) => (cause as { code?: string }).code === 'AWAY',
    };
    const start = () => readyReplica(Listener, options);
    replicas = await Promise.all(Array.from({ length: count }, start));
  };
  const emit = async (key: string, count: number) => {
    for (const step of upTo(count)) {
      const record = new StreamRecord({ key, step }, { key });
      await lastValueFrom(client.emit('account.changed', record), { defaultValue: undefined });
    }
  };
  const close = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };

  async function expectNothingLeft(): Promise<void> {
    const commands = client.unwrap()[0];
    await eventually(async () => {
      expect(await commands.xlen(EVENTS)).toBe(0);
      expect(await commands.keys('rpc:orders:order:*')).toEqual([]);
      expect(await commands.exists('rpc:orders:waiting')).toBe(0);
    });
  }

  it('run one at a time and in order on three replicas, and leave nothing in Redis', async () => {
    await enter(3);
    const keys = upTo(20).map((number) => `ordered "${number}" é\n`);
    await Promise.all(keys.map((key) => emit(key, 50)));
    await eventually(() => expect(runs).toHaveLength(1_000));
    for (const key of keys) expect(stepsOf(key)).toEqual(upTo(50));
    expect(mostAtOnce).toBe(1);
    await expectNothingLeft();
  });

  it('wait while the first of their key is tried again, and those of other keys do not', async () => {
    let isAway = true;
    failsWith = ({ key, step }) => (key === 'tried' && step === 1 && isAway ? 'AWAY' : undefined);
    await enter(3);
    await emit('tried', 3);
    await emit('other', 3);
    await eventually(() => expect(stepsOf('other')).toEqual([1, 2, 3]));
    isAway = false;
    await eventually(() => expect(new Set(stepsOf('tried')).size).toBe(3));
    const steps = stepsOf('tried');
    expect(steps).toEqual([...steps].sort());
    await expectNothingLeft();
  });

  it('follow one that is parked, which goes behind them when it is replayed', async () => {
    let isBroken = true;
    failsWith = ({ step }) => (step === 1 && isBroken ? 'BROKEN' : undefined);
    await enter(2);
    await emit('parked', 3);
    await eventually(() => expect(stepsOf('parked')).toEqual([1, 1, 1, 2, 3]));
    await eventually(async () => expect(await letters.count()).toBe(1));
    await expectNothingLeft();
    isBroken = false;
    const open = close();
    await emit('parked', 1);
    await letters.replay('all');
    await eventually(() => expect(runs).toHaveLength(6));
    open();
    await eventually(() => expect(stepsOf('parked')).toEqual([1, 1, 1, 2, 3, 1, 1]));
    expect(mostAtOnce).toBe(1);
    expect(await letters.count()).toBe(0);
    await expectNothingLeft();
  });

  it('wait for the replica that has taken over the one before them', async () => {
    const open = close();
    await enter(1);
    await emit('taken over', 2);
    await eventually(() => expect(stepsOf('taken over')).toEqual([1]));
    const commands = client.unwrap()[0];
    const [[entryId] = ['']] = await commands.xrange(EVENTS, '-', '+');
    await commands.xclaim(EVENTS, 'orders', 'a dead peer', 0, entryId);
    open();
    await eventually(() => expect(stepsOf('taken over')).toEqual([1, 1, 2]));
    await expectNothingLeft();
  });

  it('count as waiting behind the one that runs', async () => {
    const open = close();
    await enter(1);
    await emit('counted', 5);
    await eventually(() => expect(replicas[0]?.server.stats().queues.event?.depth).toBe(5));
    expect(await client.unwrap()[0].xlen(EVENTS)).toBe(1);
    open();
    await eventually(() => expect(stepsOf('counted')).toEqual(upTo(5)));
    await expectNothingLeft();
    await eventually(() => expect(replicas[0]?.server.stats().queues.event?.depth).toBe(0));
  });

  it('do not wait for an entry that somebody has deleted', async () => {
    await emit('deleted', 1);
    await client.unwrap()[0].del(EVENTS);
    await emit('deleted', 2);
    await enter(1);
    await eventually(() => expect(stepsOf('deleted')).toEqual([1, 2]));
    await expectNothingLeft();
  });

  it('are stored for every service of their route', async () => {
    const record = new StreamRecord({}, { key: 'shared' });
    await lastValueFrom(client.emit('account.shared', record), { defaultValue: undefined });
    await lastValueFrom(client.emit('account.shared', record), { defaultValue: undefined });
    const commands = client.unwrap()[0];
    expect(await commands.llen('rpc:orders:order:shared:queue')).toBe(2);
    expect(await commands.llen('rpc:absent:order:shared:queue')).toBe(2);
    await commands.flushdb();
  });

  it('are no requests: a request with a key is refused', async () => {
    const asked = client.send('orders.place', new StreamRecord({}, { key: 'a' }));
    await expect(lastValueFrom(asked)).rejects.toThrow('are for events');
  });
});

describe(`events with an order key whose replicas are killed, on ${bestRedis}`, () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.set();
    await stage.enter(3);
  });

  afterAll(() => stage.clear());

  it('keep their order, and none is lost', async () => {
    const keys = ['a', 'b', 'c', 'd'];
    for (const step of upTo(30)) {
      for (const key of keys) {
        const work = { takesMs: 5, ...(step % 15 === 7 && key === 'b' && { dieBefore: 'answer' }) };
        const record = new StreamRecord(work, { key, messageId: `${key}-${step}` });
        await lastValueFrom(stage.client.emit('orders.performed', record), { defaultValue: null });
      }
    }
    await eventually(() => expect(stage.ledger.allEffects().size).toBe(120));
    expect(stage.replicas.filter(({ isRunning }) => isRunning)).toHaveLength(1);
    for (const key of keys) {
      const steps = stage.ledger.allRuns().filter((id) => id.startsWith(key));
      const numbers = steps.map((id) => Number(id.slice(2)));
      expect([...new Set(numbers)]).toEqual(upTo(30));
      expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    }
    await eventually(async () =>
      expect(await stage.commands.keys('rpc:orders:order:*')).toEqual([]),
    );
    expect(await stage.commands.exists('rpc:orders:waiting')).toBe(0);
  });
});

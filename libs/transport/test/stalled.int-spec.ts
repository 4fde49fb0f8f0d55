import { jest } from '@jest/globals';
import { Controller, Logger } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative, redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { Redis } from 'ioredis';
import { lastValueFrom, NEVER, type Observable } from 'rxjs';

import { type RedisStreamsClient, StreamRecord } from '../src/index.js';
import { connectedClient, readyReplica } from './support/service.js';
import { EVENTS, Stage } from './support/stage.js';

/** Processes are started and frozen here, which takes long on a busy machine. */
const LONG_MS = 120_000;

let giveUp: () => void;

@Controller()
class EndlessController {
  @MessagePattern('orders.endless')
  endless(): Observable<never> {
    return NEVER;
  }

  @MessagePattern('orders.never')
  never(): Promise<never> {
    return new Promise((_, reject) => (giveUp = reject));
  }

  @MessagePattern('orders.echo')
  echo(): string {
    return 'echo';
  }
}

describe.each(redisKinds)('what runs beyond its deadline, on %s', (kind) => {
  let redis: RedisProcess;
  let client: RedisStreamsClient;

  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
    client = await connectedClient({ redisUrl: redis.url });
  });

  afterAll(async () => {
    client.close();
    await redis.stop();
  });

  it('is counted and logged, answers nothing, and an observable gives its slot back', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const options = { redisUrl: redis.url, concurrency: 2 };
    const replica = await readyReplica(EndlessController, options);
    const send = (name: string, timeoutMs: number) =>
      lastValueFrom(client.send(`orders.${name}`, new StreamRecord({}, { timeoutMs })));
    const replies: string[] = [];
    const listener = new Redis(redis.url);
    listener.on('pmessage', (_pattern, _channel, reply: string) => replies.push(reply));
    await listener.psubscribe('*');
    await expect(send('never', 1_000)).rejects.toMatchObject({ code: 'TIMEOUT' });
    await eventually(async () => {
      await send('endless', 100).catch(() => undefined);
      // One for the promise, and more observables than there are slots.
      expect(replica.server.stats().overdue).toBeGreaterThan(3);
    });
    expect(await send('echo', 20_000)).toBe('echo');
    await eventually(() => expect(replies.at(-1)).toContain('echo'));
    expect(replies).toHaveLength(1);
    listener.disconnect();
    expect(replica.server.stats().inFlight).toBe(1);
    expect(warn.mock.calls.flat().join('\n')).toMatch(
      /orders\.endless \S+ runs beyond its deadline/,
    );
    warn.mockRestore();
    giveUp();
    await replica.close();
  });
});

describeNative('a replica that was frozen', () => {
  it(
    'does not begin what a peer has claimed meanwhile',
    async () => {
      const stage = await Stage.set();
      const [frozen] = await stage.enter(1);
      frozen?.signal('SIGSTOP');
      const messageIds = ['a', 'b', 'c'];
      for (const messageId of messageIds)
        await lastValueFrom(
          stage.client.emit('orders.performed', new StreamRecord({}, { messageId })),
          {
            defaultValue: undefined,
          },
        );
      await stage.enter(1);
      await eventually(() => expect([...stage.ledger.allEffects()].toSorted()).toEqual(messageIds));
      frozen?.signal('SIGCONT');
      await frozen?.whenReady();
      await eventually(async () => expect(await stage.commands.xlen(EVENTS)).toBe(0));
      expect(stage.ledger.allRuns().toSorted()).toEqual(messageIds);
      await stage.clear();
    },
    LONG_MS,
  );

  it(
    'runs what is still its own',
    async () => {
      const stage = await Stage.set();
      const [frozen] = await stage.enter(1);
      frozen?.signal('SIGSTOP');
      await lastValueFrom(stage.client.emit('orders.performed', new StreamRecord({})), {
        defaultValue: undefined,
      });
      const heartbeats = () => stage.commands.keys('rpc:orders:alive:*');
      await eventually(async () => expect(await heartbeats()).toEqual([]));
      frozen?.signal('SIGCONT');
      await eventually(async () => expect(await stage.commands.xlen(EVENTS)).toBe(0));
      expect(stage.ledger.allRuns()).toHaveLength(1);
      await stage.clear();
    },
    LONG_MS,
  );
});

describeNative('a Redis that may evict', () => {
  it('is named in a warning when a replica starts', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const settings = ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'];
    const redis = await RedisProcess.start('redis-server', { settings });
    const replica = await readyReplica(EndlessController, { redisUrl: redis.url });
    expect(warn.mock.calls.flat()).toContain(
      'Redis may evict messages (allkeys-lru): set maxmemory-policy noeviction',
    );
    warn.mockRestore();
    await replica.close();
    await redis.stop();
  });
});

import { jest } from '@jest/globals';
import { Controller, Logger } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative, redisKinds, startRedis } from '@studiolo/testing/redis-process';
import { Redis } from 'ioredis';
import { NEVER, type Observable } from 'rxjs';

import { StreamRecord } from '../src/index.js';
import { callerDuringTests, readyReplica } from './support/service.js';

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
  const rig = callerDuringTests(kind);

  it('is counted and logged, answers nothing, and an observable gives its slot back', async () => {
    using warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const replica = await rig.replica(EndlessController, { concurrency: 2 });
    const send = (name: string, timeoutMs: number) =>
      rig.client.ask(`orders.${name}`, new StreamRecord({}, { timeoutMs }));
    const replies: string[] = [];
    const listener = new Redis(rig.redis.url);
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
    giveUp();
  });
});

describeNative('a Redis that may evict', () => {
  it('is named in a warning when a replica starts', async () => {
    using warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const settings = ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'];
    await using redis = await startRedis({ settings });
    await using _replica = await readyReplica(EndlessController, { redisUrl: redis.url });
    expect(warn.mock.calls.flat()).toContain(
      'Redis may evict messages (allkeys-lru): set maxmemory-policy noeviction',
    );
  });
});

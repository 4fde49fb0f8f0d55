import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { jest } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { RedisProcess } from '@studiolo/testing/redis-process';
import { lastValueFrom } from 'rxjs';

import type { RedisStreamsClient } from '../src/index.js';
import { connectedClient, readyReplica, type RunningService } from './support/service.js';
import { bestRedis, EVENTS, REQUESTS } from './support/stage.js';

const MESSAGES = Number(process.env.TRANSPORT_MESSAGES ?? 1_000_000);
const STAGES = 50;
const CALLERS = 64;
const MINUTES = 60_000;

@Controller()
class PingController {
  @MessagePattern('orders.ping')
  ping(@Payload() data: unknown): unknown {
    return data;
  }

  @EventPattern<string>('orders.pinged')
  pinged(): void {
    return undefined;
  }
}

interface Footprint {
  readonly messages: number;
  readonly redisBytes: number;
  readonly redisConnections: number;
  readonly heapBytes: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Everything runs in this process, so its heap shows what clients and replicas leave behind. */
describe(`${MESSAGES} messages and ${STAGES} scale-ups and -downs on ${bestRedis}`, () => {
  let redis: RedisProcess;
  let client: RedisStreamsClient;
  const replicas: RunningService[] = [];

  beforeAll(async () => {
    redis = await RedisProcess.start(bestRedis);
    const eventRoutes = { 'orders.pinged': ['orders'] };
    client = await connectedClient({ redisUrl: redis.url, eventRoutes, timeoutMs: 20_000 });
    await scaleUp();
  });

  afterAll(async () => {
    client.close();
    await Promise.all(replicas.map((replica) => replica.close()));
    await redis.stop();
  });

  async function scaleUp(): Promise<void> {
    replicas.push(await readyReplica(PingController, { redisUrl: redis.url }));
  }

  /** Every tenth message is an event. */
  async function send(count: number): Promise<void> {
    let sent = 0;
    const caller = async () => {
      while (sent < count) {
        sent += 1;
        if (sent % 10 === 0)
          await lastValueFrom(client.emit('orders.pinged', sent), { defaultValue: 0 });
        else await lastValueFrom(client.send('orders.ping', sent));
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
  }

  async function footprint(messages: number): Promise<Footprint> {
    const [commands] = client.unwrap();
    await eventually(async () => {
      for (const stream of [REQUESTS, EVENTS]) {
        expect(await commands.xlen(stream)).toBe(0);
        expect(await commands.xpending(stream, 'orders', '-', '+', 1)).toEqual([]);
        expect(await commands.xinfo('CONSUMERS', stream, 'orders')).toHaveLength(1);
      }
    });
    collectGarbage();
    const info = await commands.info();
    const valueOf = (name: string) =>
      Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
    return {
      messages,
      redisBytes: valueOf('used_memory'),
      redisConnections: valueOf('connected_clients'),
      heapBytes: process.memoryUsage().heapUsed,
    };
  }

  it(
    'leave streams, pending entries, consumers, memory and connections flat',
    async () => {
      const footprints: Footprint[] = [];
      for (let stage = 1; stage <= STAGES; stage += 1) {
        const load = send(MESSAGES / STAGES);
        await scaleUp();
        await replicas.shift()?.close();
        await load;
        if (stage % 5 === 0) footprints.push(await footprint((stage * MESSAGES) / STAGES));
      }
      console.table(footprints);
      const [first, last] = [footprints[0], footprints.at(-1)];
      if (!first || !last) throw new Error('nothing was measured');
      expect(last.redisConnections).toBe(first.redisConnections);
      expect(last.redisBytes - first.redisBytes).toBeLessThan(1_000_000);
      expect(last.heapBytes - first.heapBytes).toBeLessThan(10_000_000);
      const calls = client.stats().calls['orders.ping'];
      expect(Object.keys(calls ?? {})).toEqual(['ok']);
    },
    15 * MINUTES,
  );
});

jest.setTimeout(1 * MINUTES);

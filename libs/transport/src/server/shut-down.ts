import type { ServiceKeys } from '../redis/keys.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import { removeIdleConsumer } from './consumer-group.js';
import type { Membership } from './membership.js';
import type { OutgoingBatch } from './outgoing-batch.js';
import type { StreamConsumers } from './stream-consumers.js';
import { waitUntil } from './wait-until.js';

const FINAL_FLUSH_MS = 1_000;

export interface ShutDownParts {
  readonly commands: RedisConnection;
  readonly consumers: StreamConsumers;
  /** Undefined if the server has never listened. */
  readonly membership: Membership | undefined;
  readonly outgoing: OutgoingBatch;
  readonly keys: ServiceKeys;
  readonly consumer: string;
  /** Milliseconds that handlers are waited for. */
  readonly timeoutMs: number;
}

/** The order in which a replica ends: it reads no more, finishes, answers, acknowledges, and leaves the group. */
export async function shutDown(parts: ShutDownParts): Promise<void> {
  const { commands, consumers, membership, outgoing, timeoutMs } = parts;
  const deadline = performance.now() + timeoutMs;
  const readersEnd = consumers.all.map((one) => one.stopReading());
  membership?.wake();
  await Promise.all(readersEnd);
  await waitUntil(() => consumers.running === 0, deadline);
  consumers.stopRetries();
  await waitUntil(() => outgoing.isEmpty || !commands.isReady, performance.now() + FINAL_FLUSH_MS);
  membership?.stop();
  outgoing.stop();
  if (commands.isReady) await leave(parts).catch(() => undefined);
  for (const one of consumers.all) one.close();
  commands.close();
}

async function leave({ commands, consumers, keys, consumer }: ShutDownParts): Promise<void> {
  const heartbeat = keys.heartbeat(consumer);
  await commands.redis.del(heartbeat);
  for (const { target } of consumers.all) {
    const { stream, group } = target;
    await removeIdleConsumer(commands.redis, { stream, group, consumer, heartbeat });
  }
}

import { setTimeout as pause } from 'node:timers/promises';

import { removeIdleConsumer } from './consumer-group.js';
import type { ReplicaParts } from './replica-parts.js';
import type { StreamConsumer } from './stream-consumer.js';

/** Milliseconds that handlers are waited for, and then the last answers and acknowledgements. */
const HANDLERS_MS = 8_000;
const FINAL_FLUSH_MS = 1_000;
const POLL_MS = 10;

/** The order in which a replica ends: it reads no more, finishes, answers, acknowledges, and leaves the group. */
export async function shutDown(
  parts: ReplicaParts,
  consumers: readonly StreamConsumer[],
): Promise<void> {
  const { commands, membership, outgoing } = parts;
  const readersEnd = consumers.map((one) => one.stopReading());
  membership.wake();
  await Promise.all(readersEnd);
  await waitUntil(() => consumers.every(({ handler }) => handler.taken.running === 0), HANDLERS_MS);
  for (const { handler } of consumers) handler.stopRetries?.();
  await waitUntil(() => outgoing.isEmpty || !commands.isReady, FINAL_FLUSH_MS);
  membership.stop();
  if (commands.isReady) await leave(parts, consumers).catch(() => undefined);
  for (const one of consumers) one.close();
  commands.close();
}

async function leave(parts: ReplicaParts, consumers: readonly StreamConsumer[]): Promise<void> {
  const { commands, keys, consumer } = parts;
  await commands.redis.del(keys.heartbeat(consumer));
  for (const { handler } of consumers) await removeIdleConsumer(parts, handler.taken, consumer);
}

async function waitUntil(done: () => boolean, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!done() && performance.now() < deadline) await pause(POLL_MS);
}

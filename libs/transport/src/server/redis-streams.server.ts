import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Redis } from 'ioredis';

import { serviceKeys } from '../redis/keys.js';
import { RedisClock } from '../redis/redis-clock.js';
import { RedisConnection } from '../redis/redis-connection.js';
import { evictionPolicy } from '../redis/server-checks.js';
import { MessageCipher } from '../wire/message-cipher.js';
import { ensureGroup, removeIdleConsumer } from './consumer-group.js';
import { EventConsumer } from './event-consumer.js';
import { Membership } from './membership.js';
import { OutgoingBatch } from './outgoing-batch.js';
import type { ReplicaContext } from './replica-context.js';
import { RequestConsumer } from './request-consumer.js';
import { type RedisStreamsServerOptions, withDefaults } from './server-options.js';
import { ServerCounters, type ServerStats } from './server-stats.js';
import { StreamConsumer } from './stream-consumer.js';

/** Milliseconds that handlers are waited for at the end, and then the last answers and acknowledgements. */
const HANDLERS_MS = 8_000;
const FINAL_FLUSH_MS = 1_000;
const POLL_MS = 10;

/** Serves `@MessagePattern` and `@EventPattern` handlers from a service's Redis Streams. */
export class RedisStreamsServer
  extends Server<Record<string, () => void>>
  implements CustomTransportStrategy
{
  /** Failed events are tried again here, so Nest need not report them. */
  override readonly propagatesEventHandlerErrors = true;
  private readonly parts: ReplicaContext;
  /** Of the stream of requests, the stream of events, or both. */
  private readonly consumers: StreamConsumer[] = [];
  private closing: Promise<void> | undefined;

  constructor(options: RedisStreamsServerOptions) {
    super();
    const settings = withDefaults(options);
    const { prefix, service } = settings;
    const keys = serviceKeys(prefix, service);
    const consumer = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
    const clock = new RedisClock();
    const commands = new RedisConnection(
      { ...settings, key: keys.requests, label: `${service} commands` },
      {
        prepare: async (redis) => {
          clock.invalidate();
          await Promise.all([clock.sample(redis), this.warnOfEviction(redis)]);
          await this.ensureGroups();
        },
        probe: (redis) => clock.sample(redis),
        connected: () => {
          membership.reconnected();
          outgoing.resume();
        },
      },
    );
    const cipher = MessageCipher.of(settings);
    const outgoing = new OutgoingBatch(commands, prefix, cipher, () => clock.now());
    const membership = new Membership(commands, keys.heartbeat(consumer), service, {
      streams: () => this.consumers.map(({ handler }) => handler.taken.stream),
      ensureGroups: () => this.ensureGroups(),
      updated: (streams) => {
        for (const one of this.consumers)
          one.update(streams.get(one.handler.taken.stream), membership.peersAreKnown);
      },
    });
    this.parts = {
      ...{ settings, keys, consumer, commands, cipher, clock, membership, outgoing },
      ...{ counts: new ServerCounters(), handlers: this.messageHandlers },
    };
  }

  /** Starts consuming as soon as Redis can be reached; does not wait for that. */
  listen(callback: (error?: unknown) => void): void {
    if (this.closing) {
      callback(new Error('The server was closed'));
      return;
    }
    const { parts, consumers } = this;
    const handlers = [...this.messageHandlers.values()];
    if (handlers.some(({ isEventHandler }) => !isEventHandler))
      consumers.push(new StreamConsumer(parts, new RequestConsumer(parts)));
    if (handlers.some(({ isEventHandler }) => isEventHandler))
      consumers.push(new StreamConsumer(parts, new EventConsumer(parts)));
    parts.commands.start();
    for (const one of consumers) one.start();
    callback();
  }

  /** Whether this replica can take messages right now. */
  isReady(): boolean {
    const { commands, membership } = this.parts;
    const canRead = this.consumers.every(({ isReady }) => isReady);
    return commands.isReady && membership.isRegistered && canRead;
  }

  stats(): ServerStats {
    const { consumers } = this;
    return {
      ...this.parts.counts,
      inFlight: consumers.reduce((sum, { handler }) => sum + handler.taken.running, 0),
      waitingRetries: consumers.reduce((sum, { handler }) => sum + handler.waiting, 0),
      queues: Object.fromEntries(
        consumers.flatMap(({ handler, queue }) => (queue ? [[handler.kind, queue]] : [])),
      ),
    };
  }

  /**
   * Stops reading, finishes, answers and acknowledges what was taken, and leaves the group. What
   * is not finished in time stays pending and is taken over by a peer.
   */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  on(event: string, callback: (...args: unknown[]) => void): void {
    this.parts.commands.redis.on(event, callback);
  }

  unwrap<T = Redis>(): T {
    return this.parts.commands.redis as T;
  }

  private async shutDown(): Promise<void> {
    const { consumers } = this;
    const { commands, membership, outgoing } = this.parts;
    const readersEnd = consumers.map((one) => one.stopReading());
    membership.wake();
    await Promise.all(readersEnd);
    await waitUntil(
      () => consumers.every(({ handler }) => handler.taken.running === 0),
      HANDLERS_MS,
    );
    for (const { handler } of consumers) handler.stopRetries?.();
    await waitUntil(() => outgoing.isEmpty || !commands.isReady, FINAL_FLUSH_MS);
    membership.stop();
    if (commands.isReady) await this.leave().catch(() => undefined);
    for (const one of consumers) one.close();
    commands.close();
  }

  private async leave(): Promise<void> {
    const { commands, keys, consumer } = this.parts;
    await commands.redis.del(keys.heartbeat(consumer));
    for (const { handler } of this.consumers)
      await removeIdleConsumer(this.parts, handler.taken, consumer);
  }

  private async ensureGroups(): Promise<void> {
    const { redis } = this.parts.commands;
    for (const { handler } of this.consumers) await ensureGroup(redis, handler.taken);
  }

  private async warnOfEviction(redis: Redis): Promise<void> {
    const policy = await evictionPolicy(redis);
    if (policy)
      this.logger.warn(`Redis may evict messages (${policy}): set maxmemory-policy noeviction`);
  }
}

async function waitUntil(done: () => boolean, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!done() && performance.now() < deadline) await pause(POLL_MS);
}

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { Redis } from 'ioredis';

import { type ServiceKeys, serviceKeys } from '../redis/keys.js';
import { RedisClock } from '../redis/redis-clock.js';
import { type ConnectionStatus, RedisConnection } from '../redis/redis-connection.js';
import type { RedisStreamsContext } from '../redis-streams.context.js';
import { MessageSigner } from '../wire/message-signer.js';
import { ensureGroup, removeIdleConsumer } from './consumer-group.js';
import type { Delivery } from './delivery.js';
import { EventHandler } from './event-handler.js';
import { EventRetries } from './event-retries.js';
import { Membership } from './membership.js';
import { type AckTarget, OutgoingBatch } from './outgoing-batch.js';
import { RequestHandler, type RequestHandlerParts } from './request-handler.js';
import {
  type RedisStreamsServerOptions,
  type ServerSettings,
  withDefaults,
} from './server-options.js';
import { ServerCounter, type ServerStats } from './server-stats.js';
import { StreamConsumer } from './stream-consumer.js';
import { TakenEntries } from './taken-entries.js';
import { until } from './until.js';

const FINAL_FLUSH_MS = 1_000;

/** Serves `@MessagePattern` and `@EventPattern` handlers from a service's Redis Streams. */
export class RedisStreamsServer
  extends Server<Record<string, () => void>, ConnectionStatus>
  implements CustomTransportStrategy
{
  override readonly transportId = Symbol('REDIS_STREAMS');
  /** Failed events are tried again here, so Nest need not report them. */
  override readonly propagatesEventHandlerErrors = true;
  private readonly settings: ServerSettings;
  private readonly keys: ServiceKeys;
  private readonly consumer = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  private readonly clock = new RedisClock();
  private readonly counter: ServerCounter;
  private readonly commands: RedisConnection;
  private readonly outgoing: OutgoingBatch;
  private readonly parts: RequestHandlerParts;
  private requests: StreamConsumer | undefined;
  private events: StreamConsumer | undefined;
  private retries: EventRetries | undefined;
  private membership: Membership | undefined;
  private closing: Promise<void> | undefined;

  constructor(options: RedisStreamsServerOptions) {
    super();
    this.settings = withDefaults(options);
    this.keys = serviceKeys(this.settings.prefix, this.settings.service);
    this.counter = new ServerCounter(options.onMetric);
    this.commands = this.openCommands();
    const signer = MessageSigner.of(options);
    this.outgoing = new OutgoingBatch(this.commands, this.settings.prefix, signer, () =>
      this.clock.now(),
    );
    const { settings, clock, outgoing, counter } = this;
    const host = {
      find: (pattern: string) => this.messageHandlers.get(pattern),
      hooked: (context: RedisStreamsContext, work: () => Promise<void>) =>
        this.hooked(context, work),
    };
    this.parts = { settings, signer, clock, host, outgoing, counter };
  }

  /** Starts consuming as soon as Redis can be reached; does not wait for that. */
  listen(callback: (error?: unknown) => void): void {
    const handlers = [...this.messageHandlers.values()] as MessageHandler[];
    if (handlers.some(({ isEventHandler }) => !isEventHandler)) this.requests = this.takeRequests();
    if (handlers.some(({ isEventHandler }) => isEventHandler)) this.events = this.takeEvents();
    const { commands, keys, consumer, settings } = this;
    this.membership = new Membership(commands, keys, consumer, settings, {
      streams: this.consumers.map(({ target }) => target.stream),
      restoreGroups: () => this.restoreGroups(),
      seen: (views) => {
        const canJudgePeers = this.membership?.canJudgePeers ?? false;
        for (const one of this.consumers) one.seen(views.get(one.target.stream), canJudgePeers);
      },
    });
    this.commands.start();
    this.membership.start();
    for (const one of this.consumers) one.start();
    callback();
  }

  /** Whether this replica can take messages right now. */
  isReady(): boolean {
    const registered = this.membership?.isRegistered ?? false;
    return this.commands.isReady && registered && this.consumers.every(({ isReady }) => isReady);
  }

  stats(): ServerStats {
    const requests = this.requests?.queue;
    const events = this.events?.queue;
    return {
      ...this.counter.snapshot(),
      inFlight: this.consumers.reduce((sum, { target }) => sum + target.taken.running, 0),
      waitingRetries: this.retries?.waiting ?? 0,
      queues: { ...(requests && { request: requests }), ...(events && { event: events }) },
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
    this.commands.redis.on(event, callback);
  }

  unwrap<T = Redis>(): T {
    return this.commands.redis as T;
  }

  private get consumers(): StreamConsumer[] {
    return [this.requests, this.events].filter((one) => one !== undefined);
  }

  private async shutDown(): Promise<void> {
    const deadline = performance.now() + this.settings.shutdownTimeoutMs;
    const readersEnd = this.consumers.map((one) => one.stopReading());
    this.membership?.wake();
    await Promise.all(readersEnd);
    await until(() => this.consumers.every(({ target }) => target.taken.running === 0), deadline);
    this.retries?.stop();
    await until(
      () => this.outgoing.isEmpty || !this.commands.isReady,
      performance.now() + FINAL_FLUSH_MS,
    );
    this.membership?.stop();
    this.outgoing.stop();
    if (this.commands.isReady) await this.leave().catch(() => undefined);
    for (const one of this.consumers) one.close();
    this.commands.close();
  }

  private async leave(): Promise<void> {
    const { redis } = this.commands;
    const { consumer } = this;
    const heartbeat = this.keys.heartbeat(consumer);
    await redis.del(heartbeat);
    for (const { target } of this.consumers) {
      const { stream, group } = target;
      await removeIdleConsumer(redis, { stream, group, consumer, heartbeat });
    }
  }

  private async restoreGroups(): Promise<void> {
    try {
      for (const { target } of this.consumers) {
        await ensureGroup(this.commands.redis, target.stream, target.group);
      }
    } catch (error) {
      this.logger.warn(`Could not create the consumer group: ${String(error)}`);
    }
  }

  private takeRequests(): StreamConsumer {
    const target = this.targetOf(this.keys.requests, this.settings.concurrency);
    const handler = new RequestHandler(target, this.parts);
    return this.consume(
      target,
      (delivery) => handler.accept(delivery),
      () => true,
    );
  }

  private takeEvents(): StreamConsumer {
    const target = this.targetOf(this.keys.events, this.settings.eventConcurrency);
    const retries = new EventRetries(target, {
      connection: this.commands,
      settings: this.settings,
      counter: this.counter,
      consumer: this.consumer,
      deadLetters: this.keys.deadLetters,
      redeliver: (delivery) => handler.accept(delivery),
    });
    const handler = new EventHandler(target, this.parts, retries);
    this.retries = retries;
    return this.consume(
      target,
      (delivery) => handler.accept(delivery),
      () => retries.waiting < this.settings.maxWaitingEvents,
    );
  }

  private targetOf(stream: string, concurrency: number): AckTarget {
    return { stream, group: this.settings.service, taken: new TakenEntries(concurrency) };
  }

  private consume(
    target: AckTarget,
    accept: (delivery: Delivery) => void,
    hasRoom: () => boolean,
  ): StreamConsumer {
    const { consumer, keys, commands } = this;
    return new StreamConsumer({
      ...{ target, consumer, keys, commands, accept, hasRoom },
      reading: this.open(`reader of ${target.stream}`, {
        prepare: () => Promise.resolve(),
        probe: (redis) => redis.ping(),
        connected: () => undefined,
      }),
      mayRead: () => this.membership?.whenRegistered() ?? Promise.resolve(),
      restoreGroup: () => this.restoreGroups(),
      redelivered: () => this.counter.add('redelivered'),
    });
  }

  private hooked(context: RedisStreamsContext, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      this.runWithProcessingHooks(context, async (end) => {
        await work();
        end();
        resolve();
      });
    });
  }

  private openCommands(): RedisConnection {
    return this.open('commands', {
      prepare: async (redis) => {
        this.clock.distrust();
        await this.clock.sample(redis);
        for (const { target } of this.consumers) {
          await ensureGroup(redis, target.stream, target.group);
        }
      },
      probe: (redis) => this.clock.sample(redis),
      connected: () => {
        this.membership?.reconnected();
        this.outgoing.resume();
      },
    });
  }

  private open(
    role: string,
    duties: {
      prepare: (redis: Redis) => Promise<unknown>;
      probe: (redis: Redis) => Promise<unknown>;
      connected: () => void;
    },
  ): RedisConnection {
    const { redisUrl, redisCa, service } = this.settings;
    const settings = { url: redisUrl, ca: redisCa, label: `${service} ${role}` };
    return new RedisConnection(settings, {
      ...duties,
      changed: (status) => {
        if (status === 'connected') duties.connected();
        this._status$.next(this.isReady() ? 'connected' : 'disconnected');
      },
    });
  }
}

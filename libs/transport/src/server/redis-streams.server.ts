import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { Redis } from 'ioredis';

import { serviceKeys } from '../redis/keys.js';
import { RedisClock } from '../redis/redis-clock.js';
import { RedisConnection } from '../redis/redis-connection.js';
import { evictionPolicy } from '../redis/server-checks.js';
import { MessageSigner } from '../wire/message-signer.js';
import { Membership } from './membership.js';
import { OutgoingBatch } from './outgoing-batch.js';
import type { ReplicaParts } from './replica-parts.js';
import {
  type RedisStreamsServerOptions,
  type ServerSettings,
  withDefaults,
} from './server-options.js';
import { Counts, type ServerStats } from './server-stats.js';
import { shutDown } from './shut-down.js';
import { StreamConsumers } from './stream-consumers.js';

/** Serves `@MessagePattern` and `@EventPattern` handlers from a service's Redis Streams. */
export class RedisStreamsServer
  extends Server<Record<string, () => void>>
  implements CustomTransportStrategy
{
  /** Failed events are tried again here, so Nest need not report them. */
  override readonly propagatesEventHandlerErrors = true;
  private readonly parts: ReplicaParts;
  private readonly consumers: StreamConsumers;
  private closing: Promise<void> | undefined;

  constructor(options: RedisStreamsServerOptions) {
    super();
    this.parts = this.makeParts(withDefaults(options));
    this.consumers = new StreamConsumers(this.parts);
  }

  /** Starts consuming as soon as Redis can be reached; does not wait for that. */
  listen(callback: (error?: unknown) => void): void {
    if (this.closing) {
      callback(new Error('The server was closed'));
      return;
    }
    const { consumers } = this;
    const handlers = [...this.messageHandlers.values()] as MessageHandler[];
    if (handlers.some(({ isEventHandler }) => !isEventHandler)) consumers.takeRequests();
    if (handlers.some(({ isEventHandler }) => isEventHandler)) consumers.takeEvents();
    this.parts.commands.start();
    for (const one of consumers.all) one.start();
    callback();
  }

  /** Whether this replica can take messages right now. */
  isReady(): boolean {
    const { commands, membership } = this.parts;
    const canRead = this.consumers.all.every(({ isReady }) => isReady);
    return commands.isReady && membership.isRegistered && canRead;
  }

  stats(): ServerStats {
    return { ...this.parts.counts, ...this.consumers.stats() };
  }

  /**
   * Stops reading, finishes, answers and acknowledges what was taken, and leaves the group. What
   * is not finished in time stays pending and is taken over by a peer.
   */
  close(): Promise<void> {
    this.closing ??= shutDown(this.parts, this.consumers);
    return this.closing;
  }

  on(event: string, callback: (...args: unknown[]) => void): void {
    this.parts.commands.redis.on(event, callback);
  }

  unwrap<T = Redis>(): T {
    return this.parts.commands.redis as T;
  }

  private makeParts(settings: ServerSettings): ReplicaParts {
    const { prefix, service } = settings;
    const keys = serviceKeys(prefix, service);
    const consumer = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
    const clock = new RedisClock();
    const commands = this.openCommands(settings, clock);
    const signer = MessageSigner.of(settings);
    const membership = new Membership(commands, keys.heartbeat(consumer), service, {
      streams: () => this.consumers.all.map(({ handler }) => handler.taken.stream),
      restoreGroups: () => this.consumers.restoreGroups(),
      updated: (view) => this.consumers.update(view, membership.canJudgePeers),
    });
    return {
      ...{ settings, keys, consumer, commands, signer, clock, membership },
      counts: new Counts(),
      outgoing: new OutgoingBatch(commands, prefix, signer, () => clock.now()),
      handlers: this.messageHandlers,
    };
  }

  private openCommands(settings: ServerSettings, clock: RedisClock): RedisConnection {
    return new RedisConnection(
      { ...settings, label: `${settings.service} commands` },
      {
        prepare: async (redis) => {
          clock.invalidate();
          await Promise.all([clock.sample(redis), this.warnOfEviction(redis)]);
          await this.consumers.ensureGroups(redis);
        },
        probe: (redis) => clock.sample(redis),
        changed: (status) => {
          if (status === 'disconnected') return;
          this.parts.membership.reconnected();
          this.parts.outgoing.resume();
        },
      },
    );
  }

  private async warnOfEviction(redis: Redis): Promise<void> {
    const policy = await evictionPolicy(redis);
    if (policy)
      this.logger.warn(`Redis may evict messages (${policy}): set maxmemory-policy noeviction`);
  }
}

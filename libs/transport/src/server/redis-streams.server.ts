import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

import {
  type CustomTransportStrategy,
  type MessageHandler,
  Server,
  Transport,
} from '@nestjs/microservices';
import type { Redis } from 'ioredis';

import { type ServiceKeys, serviceKeys } from '../redis/keys.js';
import { RedisClock } from '../redis/redis-clock.js';
import type { ConnectionStatus } from '../redis/redis-connection.js';
import type { RedisStreamsContext } from '../redis-streams.context.js';
import { stringPattern } from '../string-pattern.js';
import { MessageSigner } from '../wire/message-signer.js';
import type { HandlerHost } from './handler-host.js';
import { Membership } from './membership.js';
import { OutgoingBatch } from './outgoing-batch.js';
import { ServerConnections } from './server-connections.js';
import {
  type RedisStreamsServerOptions,
  type ServerSettings,
  withDefaults,
} from './server-options.js';
import { ServerCounter, type ServerStats } from './server-stats.js';
import { shutDown } from './shut-down.js';
import { StreamConsumers } from './stream-consumers.js';

/** Serves `@MessagePattern` and `@EventPattern` handlers from a service's Redis Streams. */
export class RedisStreamsServer
  extends Server<Record<string, () => void>, ConnectionStatus>
  implements CustomTransportStrategy
{
  /** So that `@MessagePattern(pattern, Transport.REDIS)` is served, too. */
  override readonly transportId = Transport.REDIS;
  /** Failed events are tried again here, so Nest need not report them. */
  override readonly propagatesEventHandlerErrors = true;
  private readonly settings: ServerSettings;
  private readonly keys: ServiceKeys;
  private readonly consumer = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  private readonly clock = new RedisClock();
  private readonly counter: ServerCounter;
  private readonly connections: ServerConnections;
  private readonly outgoing: OutgoingBatch;
  private readonly consumers: StreamConsumers;
  private membership: Membership | undefined;
  private closing: Promise<void> | undefined;

  constructor(options: RedisStreamsServerOptions) {
    super();
    this.settings = withDefaults(options);
    this.keys = serviceKeys(this.settings.prefix, this.settings.service);
    this.counter = new ServerCounter(options.onMetric);
    this.connections = this.openConnections();
    const { settings, clock, counter, keys, consumer, connections } = this;
    const signer = MessageSigner.of(options);
    const { commands } = connections;
    const outgoing = new OutgoingBatch(commands, settings.prefix, signer, () => clock.now());
    this.outgoing = outgoing;
    const handling = { settings, signer, clock, host: this.host(), outgoing, counter };
    const liveness = () => this.membership;
    this.consumers = new StreamConsumers({ handling, keys, consumer, connections, liveness });
  }

  /** @throws TypeError over an object or a wildcard as a pattern */
  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEventHandler = false,
    extras: Record<string, unknown> = {},
  ): void {
    super.addHandler(stringPattern(pattern), callback, isEventHandler, extras);
  }

  /** Starts consuming as soon as Redis can be reached; does not wait for that. */
  listen(callback: (error?: unknown) => void): void {
    if (this.closing) {
      callback(new Error('The server was closed'));
      return;
    }
    const handlers = [...this.messageHandlers.values()] as MessageHandler[];
    const { consumers, keys, consumer, settings } = this;
    const { commands } = this.connections;
    if (handlers.some(({ isEventHandler }) => !isEventHandler)) consumers.takeRequests();
    if (handlers.some(({ isEventHandler }) => isEventHandler)) consumers.takeEvents();
    this.membership = new Membership(commands, keys, consumer, settings, {
      streams: consumers.all.map(({ target }) => target.stream),
      restoreGroups: () => consumers.restoreGroups(),
      seen: (view) => consumers.seen(view, this.membership?.canJudgePeers ?? false),
      // Being registered is part of being ready, and is known some time after the last connection.
      beaten: () => this.tellStatus(),
    });
    commands.start();
    this.membership.start();
    for (const one of consumers.all) one.start();
    callback();
  }

  /** Whether this replica can take messages right now. */
  isReady(): boolean {
    const registered = this.membership?.isRegistered ?? false;
    const { commands } = this.connections;
    return commands.isReady && registered && this.consumers.all.every(({ isReady }) => isReady);
  }

  stats(): ServerStats {
    return { ...this.counter.snapshot(), ...this.consumers.stats() };
  }

  /**
   * Stops reading, finishes, answers and acknowledges what was taken, and leaves the group. What
   * is not finished in time stays pending and is taken over by a peer.
   */
  close(): Promise<void> {
    const { consumers, membership, outgoing, keys, consumer, settings } = this;
    const { commands } = this.connections;
    const timeoutMs = settings.shutdownTimeoutMs;
    const parts = { commands, consumers, membership, outgoing, keys, consumer, timeoutMs };
    this.closing ??= shutDown(parts);
    return this.closing;
  }

  on(event: string, callback: (...args: unknown[]) => void): void {
    this.connections.commands.redis.on(event, callback);
  }

  unwrap<T = Redis>(): T {
    return this.connections.commands.redis as T;
  }

  private openConnections(): ServerConnections {
    return new ServerConnections(this.settings, this.clock, {
      prepareCommands: (redis) => this.consumers.ensureGroups(redis),
      commandsConnected: () => {
        this.membership?.reconnected();
        this.outgoing.resume();
      },
      changed: () => this.tellStatus(),
    });
  }

  private tellStatus(): void {
    this._status$.next(this.isReady() ? 'connected' : 'disconnected');
  }

  private host(): HandlerHost {
    return {
      find: (pattern) => this.messageHandlers.get(pattern),
      hooked: (context, work) => this.hooked(context, work),
    };
  }

  private hooked(context: RedisStreamsContext, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      // By the hooks themselves: Nest 11 has no method that runs something between them.
      this.onProcessingStartHook(this.transportId, context, async () => {
        await work();
        this.onProcessingEndHook?.(this.transportId, context);
        resolve();
      });
    });
  }
}

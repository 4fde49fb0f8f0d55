import { randomUUID } from 'node:crypto';

import { Logger } from '@nestjs/common';
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import pTimeout from 'p-timeout';

import { execute } from '../redis/batches.js';
import { replyChannel, serviceKeys } from '../redis/keys.js';
import { redisOptions } from '../redis/redis-address.js';
import { RedisClock } from '../redis/redis-clock.js';
import { isRedisRefusal } from '../redis/reply-error.js';
import { checkWritable } from '../redis/server-checks.js';
import { TransportError } from '../transport.error.js';
import { encodeEntry } from '../wire/entry.js';
import { MessageCipher } from '../wire/message-cipher.js';
import { decodeReplies } from '../wire/reply.js';
import { ClientConnections } from './client-connections.js';
import {
  type CallOutcome,
  type ClientSettings,
  type RedisStreamsClientOptions,
  withDefaults,
} from './client-options.js';
import { composeMessage, type OutgoingMessage } from './compose-message.js';
import { type Call, PendingCalls } from './pending-calls.js';
import { QueueGauge } from './queue-gauge.js';
import { StreamAppender } from './stream-appender.js';

/**
 * Sends requests and events to services through Redis Streams, and gives each reply to the call that waits for it.
 */
export class RedisStreamsClient extends ClientProxy<Record<string, (...args: unknown[]) => void>> {
  private readonly logger = new Logger(RedisStreamsClient.name);
  private readonly settings: ClientSettings;
  private readonly cipher: MessageCipher | undefined;
  private readonly clientId: string;
  private messages = 0;
  private readonly clock = new RedisClock();
  private readonly gauge: QueueGauge;
  private readonly pending: PendingCalls;
  private readonly connections: ClientConnections;
  private readonly appender: StreamAppender;

  constructor(options: RedisStreamsClientOptions) {
    super();
    this.settings = withDefaults(options);
    this.clientId = newClientId(options.redisUrl);
    this.cipher = MessageCipher.of(options);
    const { prefix, onMetric } = this.settings;
    this.gauge = new QueueGauge(prefix);
    this.pending = new PendingCalls((measurement) => onMetric?.(measurement));
    this.connections = new ClientConnections(this.settings, replyChannel(prefix, this.clientId), {
      prepare: (redis) => {
        this.clock.invalidate();
        return this.clock.sample(redis);
      },
      probe: (redis) =>
        Promise.all([
          this.clock.sample(redis),
          this.gauge.measure(redis),
          checkWritable(redis, prefix),
        ]),
      // Requests that were lost with their connection go again, under the same message ids.
      connected: () => this.pending.unconfirmed().forEach((call) => this.append(call)),
    });
    const { commands, subscriber } = this.connections;
    this.appender = new StreamAppender(commands.redis);
    subscriber.redis.on('message', (channel, message) => this.received(channel, message));
  }

  /** Whether Redis can be used right now. */
  isReady(): boolean {
    return this.connections.isReady;
  }

  /** Calls that wait for an answer. */
  get inFlight(): number {
    return this.pending.size;
  }

  /**
   * Starts connecting and waits until Redis is usable, but no longer than `unavailableAfterMs` into
   * an outage. Never rejects: the connection is kept up in the background.
   */
  connect(): Promise<void> {
    return this.connections.connect();
  }

  /** Ends every waiting call with `UNAVAILABLE` and closes both connections for good. */
  close(): void {
    this.connections.close();
    this.pending.failAll(new TransportError('UNAVAILABLE', 'The client was closed'));
  }

  /** Listens to an event of ioredis on both connections. */
  override on(event: string, callback: (...args: unknown[]) => void): void {
    for (const redis of this.unwrap()) redis.on(event, callback);
  }

  /** The connections: commands, then replies. */
  unwrap<T = [Redis, Redis]>(): T {
    const { commands, subscriber } = this.connections;
    return [commands.redis, subscriber.redis] as T;
  }

  protected publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    try {
      return this.request(this.compose(packet), callback);
    } catch (error) {
      callback({ err: error, isDisposed: true });
      return () => undefined;
    }
  }

  protected async dispatchEvent<T = void>(packet: ReadPacket): Promise<T> {
    const startedAt = performance.now();
    let outcome: CallOutcome = 'ok';
    try {
      return (await this.announce(this.compose(packet))) as T;
    } catch (error) {
      outcome = error instanceof TransportError ? error.code : 'error';
      throw error;
    } finally {
      const pattern = String(packet.pattern);
      this.settings.onMetric?.({ pattern, outcome, durationMs: performance.now() - startedAt });
    }
  }

  private compose(packet: ReadPacket): OutgoingMessage {
    return composeMessage(this.clientId, (this.messages += 1), packet);
  }

  /**
   * @returns a function to call when the caller no longer waits
   * @throws TransportError `NO_ROUTE`, or `UNAVAILABLE` when Redis cannot be reached or the service is too far behind
   */
  private request(
    { number, header, body, timeoutMs = this.settings.timeoutMs }: OutgoingMessage,
    callback: (packet: WritePacket) => void,
  ): () => void {
    const { pattern } = header;
    const service = pattern.slice(0, Math.max(pattern.indexOf('.'), 0));
    if (!service) throw new TransportError('NO_ROUTE', `"${pattern}" names no service`);
    if (!this.isReady())
      throw new TransportError('UNAVAILABLE', 'Redis cannot be reached; the log says why');
    this.gauge.checkRoom(service);
    const stream = serviceKeys(this.settings.prefix, service).requests;
    const deadline = Math.round(this.clock.now() + timeoutMs);
    const complete = { ...header, replyTo: this.clientId, call: number, deadline };
    const fields = encodeEntry(stream, complete, body, this.cipher);
    const call = {
      ...{ number, pattern, stream, fields, callback, startedAt: performance.now() },
      stored: false,
    };
    this.pending.add(call, timeoutMs);
    this.append(call);
    return () => this.pending.remove(call);
  }

  /**
   * Stores an event for every service that consumes it: for all of them or for none.
   * @throws TransportError `NO_ROUTE`, or `UNAVAILABLE` when Redis has not confirmed it in time
   */
  private async announce({ header, body }: OutgoingMessage): Promise<void> {
    const { prefix, eventRoutes, unavailableAfterMs } = this.settings;
    const { pattern } = header;
    const services = eventRoutes[pattern];
    if (!services) {
      throw new TransportError('NO_ROUTE', `No service is configured for "${pattern}"`);
    }
    if (services.length === 0) return;
    const transaction = this.connections.commands.redis.multi();
    for (const service of services) {
      const stream = serviceKeys(prefix, service).events;
      transaction.xadd(stream, '*', ...encodeEntry(stream, header, body, this.cipher));
    }
    try {
      await pTimeout(execute(transaction), { milliseconds: unavailableAfterMs });
    } catch (cause) {
      throw new TransportError('UNAVAILABLE', `Redis did not confirm "${pattern}"`, { cause });
    }
  }

  private append(call: Call): void {
    this.appender.append(call.stream, call.fields, (error) => {
      if (!error) call.stored = true;
      // After any failure but a refusal Redis may have stored it; the next connection sends it again.
      if (isRedisRefusal(error)) {
        const message = `Redis refused ${call.pattern}`;
        this.pending.fail(call, new TransportError('UNAVAILABLE', message, { cause: error }));
      }
    });
  }

  private received(channel: string, message: string): void {
    const replies = decodeReplies(channel, message, this.cipher);
    if (!replies) {
      this.logger.warn(
        'Dropped a reply that cannot be decrypted or read: is signingKey the same in every process?',
      );
      return;
    }
    for (const reply of replies) this.pending.answer(reply);
  }
}

/** Begins with the user of Redis, if there is one, so that a rule of its ACL can name the channels of its replies. */
function newClientId(redisUrl: string): string {
  const { username } = redisOptions(redisUrl);
  return username ? `${username}-${randomUUID()}` : randomUUID();
}

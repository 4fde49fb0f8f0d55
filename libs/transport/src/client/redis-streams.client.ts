import { randomUUID } from 'node:crypto';

import { Logger } from '@nestjs/common';
import {
  ClientProxy,
  type MsPattern,
  type ReadPacket,
  type WritePacket,
} from '@nestjs/microservices';
import type { Redis } from 'ioredis';

import { DEFAULT_PREFIX, replyChannel, serviceKeys } from '../redis/keys.js';
import { RedisClock } from '../redis/redis-clock.js';
import { RedisConnection } from '../redis/redis-connection.js';
import { checkWritable, isRedisRefusal } from '../redis/reply-error.js';
import { TransportError } from '../transport.error.js';
import { encodeEntry } from '../wire/entry.js';
import { MessageSigner } from '../wire/message-signer.js';
import { decodeReplies } from '../wire/reply.js';
import { CallCounter } from './call-counter.js';
import type { ClientStats, RedisStreamsClientOptions } from './client-options.js';
import { EventPublisher } from './event-publisher.js';
import { type Call, PendingCalls } from './pending-calls.js';
import { QueueGauge } from './queue-gauge.js';
import { StreamAppender } from './stream-appender.js';
import { unpack } from './unpack.js';

const DEFAULT_TIMEOUT_MS = 5_000;
const DEFAULT_UNAVAILABLE_AFTER_MS = 1_500;
const DEFAULT_MAX_MESSAGE_BYTES = 1_048_576;
const DEFAULT_MAX_QUEUED = 10_000;

/** Sends requests and events to services through Redis Streams. */
export class RedisStreamsClient extends ClientProxy {
  private readonly logger = new Logger(RedisStreamsClient.name);
  private readonly prefix: string;
  private readonly signer: MessageSigner | undefined;
  private readonly clientId = randomUUID();
  private readonly channel: string;
  private readonly clock = new RedisClock();
  private readonly commands: RedisConnection;
  private readonly subscriber: RedisConnection;
  private readonly appender: StreamAppender;
  private readonly events: EventPublisher;
  private readonly gauge: QueueGauge;
  private readonly counter = new CallCounter();
  private readonly pending: PendingCalls;
  private messageNumber = 0;
  private awaySince = performance.now();
  private closed = false;
  private wasReady = false;

  constructor(private readonly options: RedisStreamsClientOptions) {
    super();
    this.prefix = options.prefix ?? DEFAULT_PREFIX;
    this.signer = MessageSigner.of(options);
    this.channel = replyChannel(this.prefix, this.clientId);
    this.commands = this.openCommands();
    this.subscriber = this.openSubscriber();
    this.appender = new StreamAppender(this.commands.redis);
    this.gauge = new QueueGauge(this.prefix, options.maxQueued ?? DEFAULT_MAX_QUEUED);
    this.events = new EventPublisher(this.commands, {
      prefix: this.prefix,
      signer: this.signer,
      routes: options.eventRoutes ?? {},
      timeoutMs: this.unavailableAfterMs,
    });
    this.pending = new PendingCalls((measurement) => {
      this.counter.count(measurement);
      options.onMetric?.(measurement);
    });
  }

  /** Whether Redis can be used right now. */
  isReady(): boolean {
    return this.commands.isReady && this.subscriber.isReady;
  }

  stats(): ClientStats {
    return {
      inFlight: this.pending.size,
      calls: this.counter.snapshot(),
      queueDepth: this.gauge.snapshot(),
    };
  }

  /**
   * Starts connecting and waits until Redis is usable, but no longer than `unavailableAfterMs` into
   * an outage. Never rejects: the connection is kept up in the background.
   */
  async connect(): Promise<void> {
    if (this.closed || this.isReady()) return;
    this.commands.start();
    this.subscriber.start();
    const patienceMs = this.awaySince + this.unavailableAfterMs - performance.now();
    if (patienceMs <= 0) return;
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      Promise.all([this.commands.whenReady(), this.subscriber.whenReady()]),
      new Promise((resolve) => (timer = setTimeout(resolve, patienceMs))),
    ]);
    clearTimeout(timer);
  }

  /** Ends every waiting call with `UNAVAILABLE` and closes both connections for good. */
  close(): void {
    this.closed = true;
    this.pending.failAll(new TransportError('UNAVAILABLE', 'The client was closed'));
    this.commands.close();
    this.subscriber.close();
  }

  /** The connections: commands, then replies. */
  unwrap<T = [Redis, Redis]>(): T {
    return [this.commands.redis, this.subscriber.redis] as T;
  }

  protected publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    try {
      const call = this.begin(packet, callback);
      this.append(call);
      return () => this.pending.forget(call);
    } catch (error) {
      callback({ err: error, isDisposed: true });
      return () => undefined;
    }
  }

  protected async dispatchEvent<T = void>(packet: ReadPacket): Promise<T> {
    const pattern = this.normalizePattern(packet.pattern as MsPattern);
    const { data, record, metadata } = unpack(packet);
    const id = record.messageId ?? this.nextMessageId();
    const header = { id, pattern, ...metadata };
    await this.events.publish(header, this.encode(data));
    return undefined as T;
  }

  private begin(packet: ReadPacket, callback: (packet: WritePacket) => void): Call {
    const pattern = this.normalizePattern(packet.pattern as MsPattern);
    const service = this.route(pattern);
    const { data, record, metadata } = unpack(packet);
    const dataJson = this.encode(data);
    if (!this.isReady()) throw new TransportError('UNAVAILABLE', 'Redis is away');
    this.gauge.admit(service);
    const timeoutMs = record.timeoutMs ?? this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const number = (this.messageNumber += 1);
    const header = {
      id: record.messageId ?? `${this.clientId}-${number}`,
      pattern,
      replyTo: this.clientId,
      call: number,
      deadline: Math.round(this.clock.now() + timeoutMs),
      ...metadata,
    };
    const stream = serviceKeys(this.prefix, service).requests;
    const fields = encodeEntry(stream, header, dataJson, this.signer);
    const startedAt = performance.now();
    const call = { number, pattern, service, stream, fields, callback, startedAt, stored: false };
    this.pending.add(call, timeoutMs);
    return call;
  }

  private append(call: Call): void {
    this.appender.append(call.stream, call.fields, (error) => {
      if (!error) call.stored = true;
      // Anything but a refusal leaves open whether it was stored: `resend` repeats it.
      if (isRedisRefusal(error)) {
        const message = `Redis refused ${call.pattern}`;
        this.pending.fail(call, new TransportError('UNAVAILABLE', message, { cause: error }));
      }
    });
  }

  /** A request lost with its connection goes again, under the same message id. */
  private resend(): void {
    for (const call of this.pending.unconfirmed()) this.append(call);
  }

  private receive(channel: string, message: string): void {
    const replies = decodeReplies(channel, message, this.signer);
    if (!replies) {
      this.logger.warn('Dropped a reply that does not verify or cannot be read');
      return;
    }
    for (const reply of replies) this.pending.settle(reply);
  }

  private route(pattern: string): string {
    const dot = pattern.indexOf('.');
    const service = this.options.routeRequest
      ? this.options.routeRequest(pattern)
      : pattern.slice(0, Math.max(dot, 0));
    if (!service) throw new TransportError('NO_ROUTE', `"${pattern}" names no service`);
    return service;
  }

  private encode(data: unknown): string {
    const json = JSON.stringify(data) ?? 'null';
    const maxBytes = this.options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES;
    // A UTF-16 unit is at most three bytes of UTF-8.
    if (json.length * 3 > maxBytes && Buffer.byteLength(json) > maxBytes) {
      throw new TransportError('TOO_LARGE', `The message is longer than ${maxBytes} bytes`);
    }
    return json;
  }

  private nextMessageId(): string {
    return `${this.clientId}-${(this.messageNumber += 1)}`;
  }

  private get unavailableAfterMs(): number {
    return this.options.unavailableAfterMs ?? DEFAULT_UNAVAILABLE_AFTER_MS;
  }

  private openCommands(): RedisConnection {
    return this.open('commands', {
      prepare: (redis) => {
        this.clock.distrust();
        return this.clock.sample(redis);
      },
      probe: (redis) =>
        Promise.all([this.clock.sample(redis), this.gauge.measure(redis), checkWritable(redis)]),
      connected: () => this.resend(),
      // It may be listening to a server that was demoted together with this connection's, and cannot ask.
      lost: () => this.subscriber.replace('the connection for commands was lost'),
    });
  }

  private openSubscriber(): RedisConnection {
    const connection = this.open('replies', {
      prepare: (redis) => redis.subscribe(this.channel),
      probe: (redis) => redis.ping(),
      connected: () => undefined,
      lost: () => undefined,
    });
    connection.redis.on('message', (channel, message) => this.receive(channel, message));
    return connection;
  }

  private open(
    role: string,
    duties: {
      prepare: (redis: Redis) => Promise<unknown>;
      probe: (redis: Redis) => Promise<unknown>;
      connected: () => void;
      lost: () => void;
    },
  ): RedisConnection {
    const { redisUrl, redisCa } = this.options;
    const settings = { url: redisUrl, ca: redisCa, label: `client ${role}` };
    return new RedisConnection(settings, {
      ...duties,
      changed: (status) => {
        if (status === 'disconnected' && this.wasReady) this.awaySince = performance.now();
        if (status === 'connected') duties.connected();
        else duties.lost();
        this.wasReady = this.isReady();
        this._status$.next(this.wasReady ? 'connected' : 'disconnected');
      },
    });
  }
}

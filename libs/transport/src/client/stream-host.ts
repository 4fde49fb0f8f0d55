import { Logger } from '@nestjs/common';
import type { WritePacket } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import pTimeout from 'p-timeout';

import { replyChannel, serviceKeyBase, serviceKeys } from '../redis/keys.js';
import { RedisClock } from '../redis/redis-clock.js';
import { isMisdirected, isRedisRefusal } from '../redis/reply-error.js';
import { checkWritable } from '../redis/server-checks.js';
import { TransportError } from '../transport.error.js';
import { encodeEntry } from '../wire/entry.js';
import type { MessageCipher } from '../wire/message-cipher.js';
import { decodeReplies } from '../wire/reply.js';
import { BacklogLimit } from './backlog-limit.js';
import { ClientConnections } from './client-connections.js';
import type { ClientSettings } from './client-options.js';
import type { OutgoingMessage } from './compose-message.js';
import { type Call, PendingCalls } from './pending-calls.js';
import { StreamAppender } from './stream-appender.js';

/**
 * The server that has the streams of some services, for one client: of all, or in a Redis Cluster of one, since each
 * may be on another node. Its replies are published there, too.
 */
export class StreamHost {
  private readonly logger = new Logger(StreamHost.name);
  private readonly both: ClientConnections;
  private readonly clock = new RedisClock();
  private readonly gauge: BacklogLimit;
  private readonly pending: PendingCalls;
  private readonly appender: StreamAppender;

  /**
   * @param clientId names the channel of the replies
   * @param service the one whose streams it has; without it, those of all
   */
  constructor(
    private readonly settings: ClientSettings,
    private readonly clientId: string,
    private readonly cipher: MessageCipher | undefined,
    service?: string,
  ) {
    const { prefix, onMetric } = settings;
    const base = service === undefined ? prefix : serviceKeyBase(prefix, service);
    this.gauge = new BacklogLimit(prefix);
    this.pending = new PendingCalls((measurement) => onMetric?.(measurement));
    this.both = new ClientConnections(
      { ...settings, key: service === undefined ? undefined : base },
      replyChannel(prefix, clientId),
      {
        prepare: (redis) => {
          this.clock.invalidate();
          return Promise.all([
            this.clock.sample(redis),
            checkWritable(redis, base).catch(refuseMisdirected),
          ]);
        },
        probe: (redis) =>
          Promise.all([
            this.clock.sample(redis),
            this.gauge.measure(redis),
            checkWritable(redis, base),
          ]),
      },
      // A request may be lost with its connection, or with a server that another one replaced, and a reply as well. So
      // all that wait go again, under the same message ids.
      () => this.pending.waiting().forEach((call) => this.append(call)),
    );
    const { commands, subscriber } = this.both;
    this.appender = new StreamAppender(commands.redis);
    subscriber.redis.on('message', (channel, message) => this.received(channel, message));
  }

  /** The connections: commands, then replies. */
  get connections(): [Redis, Redis] {
    return [this.both.commands.redis, this.both.subscriber.redis];
  }

  get isReady(): boolean {
    return this.both.isReady;
  }

  /** Calls that wait for an answer. */
  get inFlight(): number {
    return this.pending.size;
  }

  /** Starts connecting and waits until it is usable, but no longer than `unavailableAfterMs` into an outage. */
  connect(): Promise<void> {
    return this.both.connect();
  }

  /** Ends every waiting call with `UNAVAILABLE` and closes both connections for good. */
  close(): void {
    this.both.close();
    this.pending.failAll(new TransportError('UNAVAILABLE', 'The client was closed'));
  }

  /**
   * Sends a request as soon as the server can be used, or fails it with `UNAVAILABLE`.
   * @returns a function to call when the caller no longer waits
   */
  request(
    service: string,
    message: OutgoingMessage,
    callback: (packet: WritePacket) => void,
  ): () => void {
    if (this.isReady) return this.send(service, message, callback);
    let isAwaited = true;
    let end = () => {
      isAwaited = false;
    };
    void this.connect().then(() => {
      if (isAwaited) end = this.send(service, message, callback);
    });
    return () => end();
  }

  /** Stores an event for one service; rejects when Redis has not confirmed it in time. */
  async publishEvent(service: string, { header, body }: OutgoingMessage): Promise<void> {
    await this.connect();
    const { prefix, unavailableAfterMs } = this.settings;
    const stream = serviceKeys(prefix, service).events;
    const fields = encodeEntry(stream, header, body, this.cipher);
    const { redis } = this.both.commands;
    const stored = redis.xadd(stream, '*', ...fields);
    await pTimeout(stored, { milliseconds: unavailableAfterMs });
  }

  private send(
    service: string,
    { number, header, body, timeoutMs = this.settings.timeoutMs }: OutgoingMessage,
    callback: (packet: WritePacket) => void,
  ): () => void {
    try {
      this.checkUsable(service);
    } catch (error) {
      callback({ err: error, isDisposed: true });
      return () => undefined;
    }
    const { pattern } = header;
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

  /** @throws TransportError `UNAVAILABLE` when Redis cannot be reached or the service is too far behind */
  private checkUsable(service: string): void {
    if (!this.isReady)
      throw new TransportError('UNAVAILABLE', 'Redis cannot be reached; the log says why');
    this.gauge.checkRoom(service);
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

/** The server is another one than this connection is for, as while a slot moves; a missing right is no reason. */
function refuseMisdirected(error: Error): void {
  if (isMisdirected(error)) throw error;
}

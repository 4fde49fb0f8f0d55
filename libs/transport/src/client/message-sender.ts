import { Logger } from '@nestjs/common';
import type { WritePacket } from '@nestjs/microservices';
import type { Redis } from 'ioredis';

import { execute } from '../redis/batches.js';
import { replyChannel, serviceKeys } from '../redis/keys.js';
import { RedisClock } from '../redis/redis-clock.js';
import { isRedisRefusal } from '../redis/reply-error.js';
import { checkWritable } from '../redis/server-checks.js';
import { TransportError } from '../transport.error.js';
import { encodeEntry } from '../wire/entry.js';
import type { MessageSigner } from '../wire/message-signer.js';
import { decodeReplies } from '../wire/reply.js';
import { withTimeout } from '../with-timeout.js';
import { ClientConnections, type ClientConnectionsHooks } from './client-connections.js';
import type { ClientSettings } from './client-options.js';
import type { OutgoingMessage } from './compose-message.js';
import { type Call, PendingCalls } from './pending-calls.js';
import { QueueGauge } from './queue-gauge.js';
import { StreamAppender } from './stream-appender.js';

/** Writes requests and events into the streams of their services, and gives each reply to the call that waits for it. */
export class MessageSender implements ClientConnectionsHooks {
  readonly connections: ClientConnections;
  private readonly logger = new Logger(MessageSender.name);
  private readonly clock = new RedisClock();
  private readonly gauge: QueueGauge;
  private readonly appender: StreamAppender;
  private readonly pending: PendingCalls;

  constructor(
    private readonly clientId: string,
    private readonly settings: ClientSettings,
    private readonly signer: MessageSigner | undefined,
  ) {
    const { prefix, onMetric } = settings;
    this.connections = new ClientConnections(settings, replyChannel(prefix, clientId), this);
    this.gauge = new QueueGauge(prefix);
    this.appender = new StreamAppender(this.connections.commands.redis);
    this.pending = new PendingCalls((measurement) => onMetric?.(measurement));
  }

  get inFlight(): number {
    return this.pending.size;
  }

  prepareCommands(redis: Redis): Promise<void> {
    this.clock.invalidate();
    return this.clock.sample(redis);
  }

  probeCommands(redis: Redis): Promise<unknown> {
    return Promise.all([
      this.clock.sample(redis),
      this.gauge.measure(redis),
      checkWritable(redis, this.settings.prefix),
    ]);
  }

  /**
   * @returns a function to call when the caller no longer waits
   * @throws TransportError `NO_ROUTE`, or `UNAVAILABLE` when Redis cannot be reached or the service is too far behind
   */
  send(message: OutgoingMessage, callback: (packet: WritePacket) => void): () => void {
    const { settings, connections } = this;
    const { pattern } = message.header;
    const service = pattern.slice(0, Math.max(pattern.indexOf('.'), 0));
    if (!service) throw new TransportError('NO_ROUTE', `"${pattern}" names no service`);
    if (!connections.isReady)
      throw new TransportError('UNAVAILABLE', 'Redis cannot be reached; the log says why');
    this.gauge.checkRoom(service);
    const timeoutMs = message.timeoutMs ?? settings.timeoutMs;
    const stream = serviceKeys(settings.prefix, service).requests;
    const fields = this.encode(stream, message, timeoutMs);
    const startedAt = performance.now();
    const call = {
      ...{ number: message.number, pattern, stream, fields, callback, startedAt },
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
  async publish({ header, dataText }: OutgoingMessage): Promise<void> {
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
      transaction.xadd(stream, '*', ...encodeEntry(stream, header, dataText, this.signer));
    }
    try {
      await withTimeout(execute(transaction), unavailableAfterMs);
    } catch (cause) {
      throw new TransportError('UNAVAILABLE', `Redis did not confirm "${pattern}"`, { cause });
    }
  }

  /** Sends requests again that were lost with their connection, under the same message ids. */
  commandsConnected(): void {
    for (const call of this.pending.unconfirmed()) this.append(call);
  }

  received(channel: string, message: string): void {
    const replies = decodeReplies(channel, message, this.signer);
    if (!replies) {
      this.logger.warn(
        'Dropped a reply that does not verify or cannot be read: is signingKey the same in every process?',
      );
      return;
    }
    for (const reply of replies) this.pending.answer(reply);
  }

  failAll(error: TransportError): void {
    this.pending.failAll(error);
  }

  private encode(stream: string, message: OutgoingMessage, timeoutMs: number): string[] {
    const { clientId, signer } = this;
    const header = {
      ...message.header,
      replyTo: clientId,
      call: message.number,
      deadline: Math.round(this.clock.now() + timeoutMs),
    };
    return encodeEntry(stream, header, message.dataText, signer);
  }

  private append(call: Call): void {
    this.appender.append(call.stream, call.fields, (error) => {
      if (!error) call.stored = true;
      // After any failure but a refusal Redis may have stored it; `commandsConnected` sends it again.
      if (isRedisRefusal(error)) {
        const message = `Redis refused ${call.pattern}`;
        this.pending.fail(call, new TransportError('UNAVAILABLE', message, { cause: error }));
      }
    });
  }
}

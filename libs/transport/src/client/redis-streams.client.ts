import { randomUUID } from 'node:crypto';

import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import type { Redis } from 'ioredis';

import { TransportError } from '../transport.error.js';
import { MessageSigner } from '../wire/message-signer.js';
import type { ClientConnections } from './client-connections.js';
import {
  type ClientSettings,
  type ClientStats,
  type RedisStreamsClientOptions,
  withDefaults,
} from './client-options.js';
import { composeMessage, type OutgoingMessage } from './compose-message.js';
import { EventPublisher } from './event-publisher.js';
import { RequestSender } from './request-sender.js';

/** Sends requests and events to services through Redis Streams. */
export class RedisStreamsClient extends ClientProxy<Record<string, (...args: unknown[]) => void>> {
  private readonly settings: ClientSettings;
  private readonly clientId = randomUUID();
  private messages = 0;
  private readonly connections: ClientConnections;
  private readonly requests: RequestSender;
  private readonly events: EventPublisher;

  constructor(options: RedisStreamsClientOptions) {
    super();
    this.settings = withDefaults(options);
    const signer = MessageSigner.of(options);
    this.requests = new RequestSender(this.clientId, this.settings, signer);
    this.connections = this.requests.connections;
    this.events = new EventPublisher(this.connections.commands, this.settings, signer);
  }

  /** Whether Redis can be used right now. */
  isReady(): boolean {
    return this.connections.isReady;
  }

  stats(): ClientStats {
    return { inFlight: this.requests.inFlight };
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
    this.requests.failAll(new TransportError('UNAVAILABLE', 'The client was closed'));
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
      return this.requests.send(this.compose(packet), callback);
    } catch (error) {
      callback({ err: error, isDisposed: true });
      return () => undefined;
    }
  }

  protected async dispatchEvent<T = void>(packet: ReadPacket): Promise<T> {
    const startedAt = performance.now();
    const stored = this.store(packet);
    const outcome = await stored.then(
      () => 'ok' as const,
      (error: unknown) => (error instanceof TransportError ? error.code : 'error'),
    );
    const pattern = String(packet.pattern);
    const durationMs = performance.now() - startedAt;
    this.settings.onMetric?.({ kind: 'event', pattern, outcome, durationMs });
    return stored as Promise<T>;
  }

  private async store(packet: ReadPacket): Promise<void> {
    await this.events.publish(this.compose(packet));
  }

  private compose(packet: ReadPacket): OutgoingMessage {
    return composeMessage(this.clientId, (this.messages += 1), packet);
  }
}

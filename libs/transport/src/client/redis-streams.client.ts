import { randomUUID } from 'node:crypto';

import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import type { Redis } from 'ioredis';

import { TransportError } from '../transport.error.js';
import { MessageSigner } from '../wire/message-signer.js';
import type { ClientConnections } from './client-connections.js';
import {
  type CallOutcome,
  type ClientSettings,
  type RedisStreamsClientOptions,
  withDefaults,
} from './client-options.js';
import { composeMessage, type OutgoingMessage } from './compose-message.js';
import { MessageSender } from './message-sender.js';

/** Sends requests and events to services through Redis Streams. */
export class RedisStreamsClient extends ClientProxy<Record<string, (...args: unknown[]) => void>> {
  private readonly settings: ClientSettings;
  private readonly clientId = randomUUID();
  private messages = 0;
  private readonly connections: ClientConnections;
  private readonly sender: MessageSender;

  constructor(options: RedisStreamsClientOptions) {
    super();
    this.settings = withDefaults(options);
    const signer = MessageSigner.of(options);
    this.sender = new MessageSender(this.clientId, this.settings, signer);
    this.connections = this.sender.connections;
  }

  /** Whether Redis can be used right now. */
  isReady(): boolean {
    return this.connections.isReady;
  }

  /** Calls that wait for an answer. */
  get inFlight(): number {
    return this.sender.inFlight;
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
    this.sender.failAll(new TransportError('UNAVAILABLE', 'The client was closed'));
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
      return this.sender.send(this.compose(packet), callback);
    } catch (error) {
      callback({ err: error, isDisposed: true });
      return () => undefined;
    }
  }

  protected async dispatchEvent<T = void>(packet: ReadPacket): Promise<T> {
    const startedAt = performance.now();
    let outcome: CallOutcome = 'ok';
    try {
      return (await this.sender.publish(this.compose(packet))) as T;
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
}

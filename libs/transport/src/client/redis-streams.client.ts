import { randomUUID } from 'node:crypto';

import {
  ClientProxy,
  type MsPattern,
  type ReadPacket,
  type WritePacket,
} from '@nestjs/microservices';
import type { Redis } from 'ioredis';

import { replyChannel } from '../redis/keys.js';
import { TransportError } from '../transport.error.js';
import { MessageSigner } from '../wire/message-signer.js';
import { ClientConnections } from './client-connections.js';
import {
  type ClientSettings,
  type ClientStats,
  type RedisStreamsClientOptions,
  withDefaults,
} from './client-options.js';
import { EventPublisher } from './event-publisher.js';
import { MessageComposer } from './message-composer.js';
import { RequestSender } from './request-sender.js';

/** Sends requests and events to services through Redis Streams. */
export class RedisStreamsClient extends ClientProxy {
  private readonly settings: ClientSettings;
  private readonly composer: MessageComposer;
  private readonly connections: ClientConnections;
  private readonly requests: RequestSender;
  private readonly events: EventPublisher;

  constructor(options: RedisStreamsClientOptions) {
    super();
    this.settings = withDefaults(options);
    const clientId = randomUUID();
    const signer = MessageSigner.of(options);
    this.composer = new MessageComposer(clientId, this.settings.maxMessageBytes);
    this.connections = this.openConnections(replyChannel(this.settings.prefix, clientId));
    const { settings, connections } = this;
    this.requests = new RequestSender({ clientId, settings, signer, connections });
    this.events = new EventPublisher(connections.commands, settings, signer);
  }

  /** Whether Redis can be used right now. */
  isReady(): boolean {
    return this.connections.isReady;
  }

  stats(): ClientStats {
    return this.requests.stats();
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

  /** The connections: commands, then replies. */
  unwrap<T = [Redis, Redis]>(): T {
    const { commands, subscriber } = this.connections;
    return [commands.redis, subscriber.redis] as T;
  }

  protected publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    try {
      const pattern = this.normalizePattern(packet.pattern as MsPattern);
      const service = this.route(pattern);
      const message = this.composer.compose(pattern, packet);
      return this.requests.send(service, message, callback);
    } catch (error) {
      callback({ err: error, isDisposed: true });
      return () => undefined;
    }
  }

  protected async dispatchEvent<T = void>(packet: ReadPacket): Promise<T> {
    const pattern = this.normalizePattern(packet.pattern as MsPattern);
    await this.events.publish(this.composer.compose(pattern, packet));
    return undefined as T;
  }

  private route(pattern: string): string {
    const service = this.settings.routeRequest(pattern);
    if (!service) throw new TransportError('NO_ROUTE', `"${pattern}" names no service`);
    return service;
  }

  private openConnections(channel: string): ClientConnections {
    return new ClientConnections(this.settings, channel, {
      prepareCommands: (redis) => this.requests.prepare(redis),
      probeCommands: (redis) => this.requests.probe(redis),
      commandsConnected: () => this.requests.resend(),
      received: (from, message) => this.requests.receive(from, message),
      changed: (isReady) => this._status$.next(isReady ? 'connected' : 'disconnected'),
    });
  }
}

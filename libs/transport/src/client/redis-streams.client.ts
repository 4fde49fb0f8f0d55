import { randomUUID } from 'node:crypto';

import { Logger } from '@nestjs/common';
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import { Observable } from 'rxjs';

import { replyChannel } from '../redis/keys.js';
import { stringPattern } from '../string-pattern.js';
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
export class RedisStreamsClient extends ClientProxy<Record<string, (...args: unknown[]) => void>> {
  private readonly logger = new Logger(RedisStreamsClient.name);
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

  /** Ends every waiting call with `UNAVAILABLE` and closes both connections; `connect()` opens them again. */
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
      const pattern = stringPattern(packet.pattern);
      const service = this.route(pattern);
      const message = this.composer.compose(pattern, packet);
      return this.requests.send(service, message, callback);
    } catch (error) {
      callback({ err: error, isDisposed: true });
      return () => undefined;
    }
  }

  /** Sends at once. A failure is logged if nobody has subscribed by then. */
  override emit<Result = unknown, Input = unknown>(
    pattern: string,
    data: Input,
  ): Observable<Result> {
    const emitted = super.emit<Result, Input>(pattern, data);
    let isWatched = false;
    emitted.subscribe({
      error: (error: unknown) =>
        process.nextTick(() => isWatched || this.logger.error(error, `Event ${pattern} is lost`)),
    });
    return new Observable((subscriber) => {
      isWatched = true;
      return emitted.subscribe(subscriber);
    });
  }

  protected async dispatchEvent<T = void>(packet: ReadPacket): Promise<T> {
    const startedAt = performance.now();
    const outcome = this.store(packet);
    const code = await outcome.then(
      () => 'ok' as const,
      (error: unknown) => (error instanceof TransportError ? error.code : 'error'),
    );
    this.requests.count({
      ...{ kind: 'event', pattern: String(packet.pattern), outcome: code },
      durationMs: performance.now() - startedAt,
    });
    return outcome as Promise<T>;
  }

  private async store(packet: ReadPacket): Promise<void> {
    const pattern = stringPattern(packet.pattern);
    await this.events.publish(this.composer.compose(pattern, packet));
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

import { randomUUID } from 'node:crypto';

import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import type { Redis } from 'ioredis';

import { clusterOptions, redisOptions } from '../redis/redis-address.js';
import { TransportError } from '../transport.error.js';
import { MessageCipher } from '../wire/message-cipher.js';
import {
  type CallOutcome,
  type ClientSettings,
  type RedisStreamsClientOptions,
  withDefaults,
} from './client-options.js';
import { composeMessage, type OutgoingMessage } from './compose-message.js';
import { StreamHost } from './stream-host.js';

/**
 * Sends requests and events to services through Redis Streams, and gives each reply to the call that waits for it.
 */
export class RedisStreamsClient extends ClientProxy<Record<string, (...args: unknown[]) => void>> {
  private readonly settings: ClientSettings;
  private readonly cipher: MessageCipher | undefined;
  private readonly clientId: string;
  private readonly isCluster: boolean;
  private messages = 0;
  /** One for all services, or in a Redis Cluster one for each that was called. */
  private readonly hosts = new Map<string, StreamHost>();
  private isClosed = false;

  constructor(options: RedisStreamsClientOptions) {
    super();
    this.settings = withDefaults(options);
    this.clientId = newClientId(options.redisUrl);
    this.cipher = MessageCipher.of(options);
    this.isCluster = clusterOptions(options.redisUrl) !== undefined;
    if (!this.isCluster) this.hostOf('');
  }

  /** Whether Redis can be used right now. */
  isReady(): boolean {
    return this.allHosts.every((host) => host.isReady);
  }

  /** Calls that wait for an answer. */
  get inFlight(): number {
    return this.allHosts.reduce((sum, host) => sum + host.inFlight, 0);
  }

  /**
   * Starts connecting and waits until Redis is usable, but no longer than `unavailableAfterMs` into
   * an outage. Never rejects: the connection is kept up in the background.
   */
  async connect(): Promise<void> {
    // In a cluster each call waits for the node of its own service.
    if (!this.isCluster) await this.hostOf('').connect();
  }

  /** Ends every waiting call with `UNAVAILABLE` and closes its connections for good. */
  close(): void {
    this.isClosed = true;
    for (const host of this.allHosts) host.close();
  }

  /** Listens to an event of ioredis on the present connections. */
  override on(event: string, callback: (...args: unknown[]) => void): void {
    for (const redis of this.unwrap<Redis[]>()) redis.on(event, callback);
  }

  /** The connections: commands, then replies; in a Redis Cluster those of each service that was called. */
  unwrap<T = [Redis, Redis]>(): T {
    return this.allHosts.flatMap((host) => host.connections) as T;
  }

  protected publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    try {
      const message = this.compose(packet);
      const { pattern } = message.header;
      const service = pattern.slice(0, Math.max(pattern.indexOf('.'), 0));
      if (!service) throw new TransportError('NO_ROUTE', `"${pattern}" names no service`);
      return this.hostOf(service).request(service, message, callback);
    } catch (error) {
      callback({ err: error, isDisposed: true });
      return () => undefined;
    }
  }

  protected async dispatchEvent<T = void>(packet: ReadPacket): Promise<T> {
    const startedAt = performance.now();
    let outcome: CallOutcome = 'ok';
    try {
      return (await this.publishEvent(this.compose(packet))) as T;
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
   * Stores an event for every service that consumes it. When it fails, some may have it: the caller sends it again to
   * all, under the same message id.
   * @throws TransportError `NO_ROUTE`, or `UNAVAILABLE` when Redis has not confirmed it in time
   */
  private async publishEvent(message: OutgoingMessage): Promise<void> {
    const { pattern } = message.header;
    const services = this.settings.eventRoutes[pattern];
    if (!services) {
      throw new TransportError('NO_ROUTE', `No service is configured for "${pattern}"`);
    }
    try {
      await Promise.all(
        services.map((service) => this.hostOf(service).publishEvent(service, message)),
      );
    } catch (cause) {
      throw new TransportError('UNAVAILABLE', `Redis did not confirm "${pattern}"`, { cause });
    }
  }

  private hostOf(service: string): StreamHost {
    const name = this.isCluster ? service : '';
    const host = this.hosts.get(name) ?? this.newHost(name);
    this.hosts.set(name, host);
    return host;
  }

  private newHost(service: string): StreamHost {
    const { settings, clientId, cipher } = this;
    if (service === '') return new StreamHost(settings, clientId, cipher);
    // A channel of its own: every node of a cluster carries what is published on any of them.
    const host = new StreamHost(settings, `${clientId}-${service}`, cipher, service);
    if (this.isClosed) host.close();
    return host;
  }

  private get allHosts(): StreamHost[] {
    return [...this.hosts.values()];
  }
}

/** Begins with the user of Redis, if there is one, so that a rule of its ACL can name the channels of its replies. */
function newClientId(redisUrl: string): string {
  const { username } = redisOptions(redisUrl);
  return username ? `${username}-${randomUUID()}` : randomUUID();
}

import type { Redis } from 'ioredis';

import { type ConnectionDuties, RedisConnection } from '../redis/redis-connection.js';
import type { ClientSettings } from './client-options.js';

export interface ClientConnectionsDuties {
  /** Runs on every new connection for commands before it counts as usable. */
  prepareCommands(redis: Redis): Promise<unknown>;
  /** A cheap round trip on the connection for commands. */
  probeCommands(redis: Redis): Promise<unknown>;
  /** Called each time the connection for commands becomes usable. */
  commandsConnected(): void;
  received(channel: string, message: string): void;
  /** Called after each change of either connection. */
  changed(isReady: boolean): void;
}

/** The two connections of a client: one for commands, and one subscribed to its replies. */
export class ClientConnections {
  readonly commands: RedisConnection;
  readonly subscriber: RedisConnection;
  /** When the present outage began; undefined before the first `connect()` and after `close()`. */
  private awaySince: number | undefined;
  private wasReady = false;

  constructor(
    private readonly settings: ClientSettings,
    replyChannel: string,
    private readonly duties: ClientConnectionsDuties,
  ) {
    this.commands = this.open('commands', {
      prepare: (redis) => duties.prepareCommands(redis),
      probe: (redis) => duties.probeCommands(redis),
      connected: () => duties.commandsConnected(),
      // The other connection may listen to a server that was demoted as well, and cannot find out.
      lost: () => this.subscriber.replace('the connection for commands was lost'),
    });
    this.subscriber = this.open('replies', {
      prepare: (redis) => redis.subscribe(replyChannel),
      probe: (redis) => redis.ping(),
      connected: () => undefined,
      lost: () => undefined,
    });
    this.subscriber.redis.on('message', (channel, message) => duties.received(channel, message));
  }

  /** Whether Redis can be used right now. */
  get isReady(): boolean {
    return this.commands.isReady && this.subscriber.isReady;
  }

  /** Starts connecting and waits until Redis is usable, but no longer than `unavailableAfterMs` into an outage. */
  async connect(): Promise<void> {
    if (this.isReady) return;
    this.awaySince ??= performance.now();
    this.commands.start();
    this.subscriber.start();
    const patienceMs = this.awaySince + this.settings.unavailableAfterMs - performance.now();
    if (patienceMs <= 0) return;
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      Promise.all([this.commands.whenReady(), this.subscriber.whenReady()]),
      new Promise((resolve) => (timer = setTimeout(resolve, patienceMs))),
    ]);
    clearTimeout(timer);
  }

  /** Closes both until the next `connect()`. */
  close(): void {
    this.awaySince = undefined;
    this.commands.close();
    this.subscriber.close();
  }

  private open(
    role: string,
    duties: Omit<ConnectionDuties, 'changed'> & { connected: () => void; lost: () => void },
  ): RedisConnection {
    const settings = { ...this.settings, label: `client ${role}` };
    return new RedisConnection(settings, {
      ...duties,
      changed: (status) => {
        if (status === 'disconnected' && this.wasReady) this.awaySince = performance.now();
        if (status === 'connected') duties.connected();
        else duties.lost();
        this.wasReady = this.isReady;
        this.duties.changed(this.wasReady);
      },
    });
  }
}

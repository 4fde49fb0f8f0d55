import pTimeout from 'p-timeout';

import {
  type ConnectionHooks,
  type ConnectionSettings,
  RedisConnection,
} from '../redis/redis-connection.js';
import type { ClientSettings } from './client-options.js';

/** The two connections of a client: one for commands, and one subscribed to its replies. */
export class ClientConnections {
  readonly commands: RedisConnection;
  readonly subscriber: RedisConnection;
  /** When the present outage began; undefined while Redis can be used, and before the first `connect()`. */
  private outageSince: number | undefined;
  private isClosed = false;

  constructor(
    private readonly settings: ClientSettings & Pick<ConnectionSettings, 'key'>,
    replyChannel: string,
    commandHooks: Omit<ConnectionHooks, 'connected' | 'disconnected'>,
    /** Called each time both become usable. */
    private readonly ready: () => void,
  ) {
    this.commands = this.open('commands', {
      ...commandHooks,
      // The subscriber's server may have been demoted as well, and a subscriber cannot find out.
      disconnected: () => this.subscriber.replace('the connection for commands was lost'),
    });
    this.subscriber = this.open('replies', {
      prepare: (redis) => redis.subscribe(replyChannel),
      probe: (redis) => redis.ping(),
    });
  }

  /** Whether Redis can be used right now. */
  get isReady(): boolean {
    return this.commands.isReady && this.subscriber.isReady;
  }

  /** Starts connecting and waits until Redis is usable, but no longer than `unavailableAfterMs` into an outage. */
  async connect(): Promise<void> {
    if (this.isReady) return;
    this.outageSince ??= performance.now();
    this.commands.start();
    this.subscriber.start();
    const endsAt = this.outageSince + this.settings.unavailableAfterMs;
    // One may be lost again while the other is waited for.
    while (!this.isReady && !this.isClosed && performance.now() < endsAt) {
      const bothReady = Promise.all([this.commands.whenReady(), this.subscriber.whenReady()]);
      const milliseconds = endsAt - performance.now();
      await pTimeout(bothReady, { milliseconds }).catch(() => undefined);
    }
  }

  close(): void {
    this.isClosed = true;
    this.commands.close();
    this.subscriber.close();
  }

  private open(role: string, hooks: ConnectionHooks): RedisConnection {
    const settings = { ...this.settings, label: `client ${role}` };
    return new RedisConnection(settings, {
      ...hooks,
      connected: () => {
        if (!this.isReady) return;
        this.outageSince = undefined;
        this.ready();
      },
      disconnected: () => {
        this.outageSince ??= performance.now();
        hooks.disconnected?.();
      },
    });
  }
}

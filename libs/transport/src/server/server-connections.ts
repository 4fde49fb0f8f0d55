import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';

import { evictionPolicy } from '../redis/eviction-policy.js';
import type { RedisClock } from '../redis/redis-clock.js';
import { type ConnectionDuties, RedisConnection } from '../redis/redis-connection.js';
import type { ServerSettings } from './server-options.js';

export interface ServerConnectionsDuties {
  /** Runs on every new connection for commands before it counts as usable. */
  prepareCommands(redis: Redis): Promise<unknown>;
  /** Called each time the connection for commands becomes usable. */
  commandsConnected(): void;
  /** Called after each change of any connection. */
  changed(): void;
}

/** The connections of one replica: one for commands, and a blocking one for each stream that it reads. */
export class ServerConnections {
  readonly commands: RedisConnection;
  private readonly logger = new Logger(ServerConnections.name);
  private warnedOf: string | undefined;

  constructor(
    private readonly settings: ServerSettings,
    clock: RedisClock,
    private readonly duties: ServerConnectionsDuties,
  ) {
    this.commands = this.open('commands', {
      prepare: async (redis) => {
        clock.invalidate();
        await clock.sample(redis);
        await this.warnOfEviction(redis);
        await duties.prepareCommands(redis);
      },
      probe: (redis) => clock.sample(redis),
      connected: () => duties.commandsConnected(),
    });
  }

  readerOf(stream: string): RedisConnection {
    return this.open(`reader of ${stream}`, {
      prepare: () => Promise.resolve(),
      probe: (redis) => redis.ping(),
      connected: () => undefined,
    });
  }

  private async warnOfEviction(redis: Redis): Promise<void> {
    const policy = await evictionPolicy(redis);
    if (policy === undefined || policy === this.warnedOf) return;
    this.warnedOf = policy;
    this.logger.warn(`Redis may evict messages (${policy}): set maxmemory-policy noeviction`);
  }

  private open(
    role: string,
    duties: Omit<ConnectionDuties, 'changed'> & { connected: () => void },
  ): RedisConnection {
    const settings = { ...this.settings, label: `${this.settings.service} ${role}` };
    return new RedisConnection(settings, {
      ...duties,
      changed: (status) => {
        if (status === 'connected') duties.connected();
        this.duties.changed();
      },
    });
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

import { execute } from '../database/statement.js';
import { PeriodicTask } from '../periodic-task.js';
import type { RedisCommands } from '../redis/redis.js';
import { serverIdsOf } from '../redis/redis-cluster.js';
import { OutboxDispatcher } from './outbox-dispatcher.js';

const CHECK_INTERVAL_MS = 2000;

/** Releases entries that a dispatcher has published but not yet removed: the query below would miss them. */
const RELEASE = {
  name: 'release-outbox-events',
  text: `UPDATE outbox SET available_at = now(), attempts = attempts + 1
          WHERE kind = 'event' AND available_at > now()`,
};
const PUBLISH_AGAIN = {
  name: 'publish-events-again',
  text: `INSERT INTO outbox (id, kind, name, payload)
         SELECT id, 'event', name, payload FROM published_events
          WHERE published_at > now() - interval '24 hours'
         ON CONFLICT DO NOTHING`,
};

/**
 * Publishes the events of the last day again when Redis may have lost some: it was emptied, restarted without its data
 * or its last second, or a replica took over. Ids stay the same, so consumers recognise repeats.
 */
@Injectable()
export class EventReplay extends PeriodicTask {
  private readonly key: string;

  constructor(
    @Inject(Redis) private readonly redis: RedisCommands,
    private readonly dataSource: DataSource,
    private readonly dispatcher: OutboxDispatcher,
  ) {
    super(CHECK_INTERVAL_MS);
    // The schema distinguishes services that share a Redis.
    this.key = `studiolo:{${(dataSource.driver as PostgresDriver).schema}}:published-to`;
  }

  /**
   * Compares the server with the one to which events were published. Redis itself stores that id, and loses it with its
   * data.
   */
  async run(): Promise<void> {
    const [server, noted] = await Promise.all([serverIdsOf(this.redis), this.redis.get(this.key)]);
    if (noted === server) return;
    const released = await execute(this.dataSource, RELEASE, []);
    const again = await execute(this.dataSource, PUBLISH_AGAIN, []);
    await this.redis.set(this.key, server);
    const count = released + again;
    if (count === 0) return;
    this.logger.log(`Redis may have lost events: ${count} are published again`);
    this.dispatcher.wake();
  }
}

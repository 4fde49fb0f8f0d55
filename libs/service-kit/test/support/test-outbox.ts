import { eventRoutes, projectDeleted } from '@studiolo/contracts';
import { environment } from '@studiolo/testing/environment';
import { Redis } from 'ioredis';
import { RedisStreamsClient } from 'nestjs-redis-streams';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { type JobPublisher, OutboxDispatcher, recordEvent } from '../../src/database.js';
import { KEY_PREFIX, MessageBus } from '../../src/index.js';
import { testDatabase } from './test-database.js';

/** The stream of events for storage. */
const EVENTS = 'studiolo:{storage}:events';

/** An outbox for the tests of one file, and a Redis where nobody consumes its events. */
export function testOutbox() {
  const { dataSource } = testDatabase();
  const redisUrl = environment('REDIS_URL');
  const redis = new Redis(redisUrl, { lazyConnect: true });
  const client = new RedisStreamsClient({ redisUrl, eventRoutes, prefix: KEY_PREFIX });
  beforeAll(() => client.connect());
  beforeEach(async () => {
    await dataSource.query('DELETE FROM outbox');
    await redis.del(EVENTS);
  });
  afterAll(() => {
    client.close();
    redis.disconnect();
  });
  const newDispatcher = (jobs?: JobPublisher, bus = new MessageBus(client)) =>
    new OutboxDispatcher(dataSource, bus, redis, jobs);
  return { dataSource, redis, client, newDispatcher };
}

/** Announces an event and returns its project id, by which a test finds it again. */
export async function recordSomething(transaction: EntityManager): Promise<string> {
  const projectId = uuidv7();
  await recordEvent(transaction, projectDeleted, { userId: uuidv7(), projectId });
  return projectId;
}

/** The published events, with id and metadata. */
export async function eventsIn(redis: Redis) {
  const entries = await redis.xrange(EVENTS, '-', '+');
  return entries.map(([, fields]) => {
    const field = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
    const { id } = JSON.parse(field('h')) as { id: string };
    const [metadata, data] = field('b')
      .split('\n')
      .map((json) => JSON.parse(json) as object);
    return { ...(data as { projectId: string }), id, metadata: metadata as Record<string, string> };
  });
}

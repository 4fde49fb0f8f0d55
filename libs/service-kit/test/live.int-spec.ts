import { Logger } from '@nestjs/common';
import { eventRoutes } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { LiveNotices } from '@studiolo/testing/live-notices';
import { Redis } from 'ioredis';
import { RedisStreamsClient } from 'nestjs-redis-streams';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import {
  announceChange,
  KEY_PREFIX,
  LivePublisher,
  MessageBus,
  OutboxDispatcher,
} from '../src/index.js';
import { TestDatabase } from './support/test-database.js';

const REDIS_DATABASE = 4;

Logger.overrideLogger(false);

let database: TestDatabase;
let dataSource: DataSource;
let client: RedisStreamsClient;
let redis: Redis;
let live: LivePublisher;
let dispatcher: OutboxDispatcher;
let userId: string;
let notices: LiveNotices;

const newDispatcher = () => new OutboxDispatcher(dataSource, new MessageBus(client), live);

beforeAll(async () => {
  database = await TestDatabase.create();
  dataSource = await database.connect();
  await dataSource.query('CREATE TABLE counters (id uuid PRIMARY KEY, value integer NOT NULL)');
  const redisUrl = `${process.env.REDIS_URL}/${REDIS_DATABASE}`;
  client = new RedisStreamsClient({ redisUrl, eventRoutes, prefix: KEY_PREFIX });
  await client.connect();
  redis = new Redis(redisUrl);
  live = new LivePublisher(redis);
});
afterAll(async () => {
  client.close();
  redis.disconnect();
  await dataSource.destroy();
  await database.drop();
});
beforeEach(async () => {
  await dataSource.query('DELETE FROM outbox');
  dispatcher = newDispatcher();
  userId = uuidv7();
  notices = await LiveNotices.subscribe(redis, userId);
});
afterEach(async () => {
  notices.close();
  await dispatcher.onModuleDestroy();
});

const announceUpdate = (transaction: EntityManager, projectId: string) =>
  announceChange(transaction, { kind: 'project', action: 'updated', userId, projectId });

test('a change is announced to its owner after the commit, and to nobody else', async () => {
  const stranger = await LiveNotices.subscribe(redis, uuidv7());
  const projectId = uuidv7();
  await dataSource.transaction(async (transaction) => {
    await announceUpdate(transaction, projectId);
    await dispatcher.run();
    expect(notices.all).toEqual([]);
  });
  await dispatcher.run();
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
  const change = { kind: 'project', action: 'updated', project_id: projectId, at };
  await eventually(() => expect(notices.all).toEqual([{ userId, change }]));
  expect(stranger.all).toEqual([]);
  expect(await dataSource.query('SELECT 1 FROM outbox')).toEqual([]);
  stranger.close();
});

test('a change of a transaction that was rolled back is never announced', async () => {
  const failing = dataSource.transaction(async (transaction) => {
    await announceUpdate(transaction, uuidv7());
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  await dataSource.transaction((transaction) => announceUpdate(transaction, uuidv7()));
  await dispatcher.run();
  await eventually(() => expect(notices.all).toHaveLength(1));
});

test.each([
  ['soon', () => Promise.resolve()],
  ['at once when its replica ends', () => dispatcher.onModuleDestroy()],
])('a change that waits for others is announced %s', async (_when, then) => {
  await dataSource.transaction((transaction) => announceUpdate(transaction, uuidv7()));
  dispatcher.wakeSoon();
  await then();
  await eventually(() => expect(notices.all).toHaveLength(1));
});

import { Logger } from '@nestjs/common';
import {
  eventRoutes,
  LIVE_HISTORY_MAX,
  LIVE_NOTICE_FIELD,
  type LiveNotice,
  liveStreamKey,
} from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { Redis } from 'ioredis';
import { RedisStreamsClient } from 'nestjs-redis-streams';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import {
  announceChange,
  announceEnd,
  Inbox,
  KEY_PREFIX,
  LivePublisher,
  MessageBus,
  noting,
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
let ownerId: string;

const newDispatcher = () =>
  new OutboxDispatcher(dataSource, new MessageBus(client), live, undefined);

/** Creates an owner's stream as a gateway does for the owner's first page. */
const openPage = (owner = ownerId) => redis.xadd(liveStreamKey(owner), '*', 'begin', '');

async function notices(owner = ownerId): Promise<LiveNotice[]> {
  const entries = await redis.xrange(liveStreamKey(owner), '-', '+');
  return entries
    .filter(([, [field]]) => field === LIVE_NOTICE_FIELD)
    .map(([, [, json]]) => JSON.parse(json ?? '') as LiveNotice);
}

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
  ownerId = uuidv7();
});
afterEach(() => dispatcher.onModuleDestroy());

const publish = (payload: unknown, id = uuidv7()) => live.publish([{ id, payload }]);

const announceUpdate = (transaction: EntityManager, projectId: string) =>
  announceChange(transaction, { kind: 'project', action: 'updated', ownerId, projectId });

test('a change is announced to its owner after the commit, and to nobody else', async () => {
  const stranger = uuidv7();
  await Promise.all([openPage(), openPage(stranger)]);
  const projectId = uuidv7();
  await dataSource.transaction(async (transaction) => {
    await announceUpdate(transaction, projectId);
    await dispatcher.run();
    expect(await notices()).toEqual([]);
  });
  await dispatcher.run();
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
  const change = { kind: 'project', action: 'updated', project_id: projectId, at };
  expect(await notices()).toEqual([{ ownerId, change }]);
  expect(await notices(stranger)).toEqual([]);
});

test('a change of a transaction that was rolled back is never announced', async () => {
  await openPage();
  const failing = dataSource.transaction(async (transaction) => {
    await announceUpdate(transaction, uuidv7());
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  await dispatcher.run();
  expect(await notices()).toEqual([]);
});

test('a change made by a single statement is announced once over repeats', async () => {
  await openPage();
  const inbox = new Inbox(dataSource, dispatcher);
  const insert = noting(
    {
      text: `INSERT INTO counters VALUES ($3, 0)
             RETURNING to_jsonb('done'::text) AS reply, id AS project_id, $4::uuid AS owner_id`,
    },
    { kind: 'project', action: 'created' },
  );
  const [id, messageId] = [uuidv7(), uuidv7()];
  const context = {
    getMessageId: () => messageId,
    getMetadata: () => ({}),
    getDeadline: () => undefined,
  };
  await inbox.onceInStatement(context, insert, [id, ownerId]);
  await inbox.onceInStatement(context, insert, [id, ownerId]);
  await eventually(async () => expect(await notices()).toHaveLength(1));
  expect(await notices()).toMatchObject([{ change: { action: 'created', project_id: id } }]);
});

test.each([
  ['soon', () => Promise.resolve()],
  ['at once when its replica ends', () => dispatcher.onModuleDestroy()],
])('a change that waits for others is announced %s', async (_when, then) => {
  await openPage();
  await dataSource.transaction((transaction) => announceUpdate(transaction, uuidv7()));
  dispatcher.wakeSoon();
  await then();
  await eventually(async () => expect(await notices()).toHaveLength(1));
});

test('a change for an owner without pages is not kept', async () => {
  await dataSource.transaction((transaction) => announceUpdate(transaction, uuidv7()));
  await dispatcher.run();
  expect(await redis.exists(liveStreamKey(ownerId))).toBe(0);
  expect(await dataSource.query('SELECT 1 FROM outbox')).toEqual([]);
});

test('an owner’s last thousand notices are kept for a day', async () => {
  await openPage();
  for (let n = 0; n < LIVE_HISTORY_MAX + 5; n += 1) {
    await publish({ ownerId, end: { reason: 'session_ended', sessionIds: [] } });
  }
  // One earlier entry shows that none of them is missing.
  expect(await redis.xlen(liveStreamKey(ownerId))).toBe(LIVE_HISTORY_MAX + 1);
  const seconds = await redis.ttl(liveStreamKey(ownerId));
  expect(Math.round(seconds / 3600)).toBe(24);
});

test('a notice that is published again is added once', async () => {
  await openPage();
  const notice = { ownerId, end: { reason: 'session_ended', sessionIds: null } };
  const id = uuidv7();
  await Promise.all([publish(notice, id), publish(notice, id)]);
  expect(await notices()).toHaveLength(1);
});

test('gateways are notified on the channel of the owner', async () => {
  const subscriber = redis.duplicate();
  const heard: string[] = [];
  subscriber.on('message', (channel: string) => heard.push(channel));
  await subscriber.subscribe(liveStreamKey(ownerId));
  await publish({ ownerId, end: { reason: 'session_ended', sessionIds: null } });
  await eventually(() => expect(heard).toEqual([liveStreamKey(ownerId)]));
  subscriber.disconnect();
});

describe('changes of one project', () => {
  /** Increments a counter under the lock of its row, and announces the count as a session's id. */
  const count = (projectId: string) =>
    dataSource.transaction(async (transaction) => {
      const [[{ value }]] = await transaction.query<[[{ value: number }]]>(
        'UPDATE counters SET value = value + 1 WHERE id = $1 RETURNING value',
        [projectId],
      );
      const sessionIds = [`00000000-0000-7000-8000-${String(value).padStart(12, '0')}`];
      await announceEnd(transaction, ownerId, { reason: 'session_ended', sessionIds });
    });
  const counted = async () =>
    (await notices()).flatMap((notice) =>
      'end' in notice ? (notice.end.sessionIds ?? []).map((id) => Number(id.slice(-12))) : [],
    );
  const upTo = (max: number) => Array.from({ length: max }, (_, index) => index + 1);
  let projectId: string;
  beforeEach(async () => {
    await openPage();
    projectId = uuidv7();
    await dataSource.query('INSERT INTO counters VALUES ($1, 0)', [projectId]);
  });

  test('are announced in the order of their commits by several dispatchers', async () => {
    const dispatchers = [newDispatcher(), newDispatcher(), newDispatcher()];
    await Promise.all(
      upTo(60).map(async (n) => {
        await count(projectId);
        dispatchers[n % dispatchers.length]?.wake();
      }),
    );
    await eventually(async () => expect(await counted()).toHaveLength(60));
    expect(await counted()).toEqual(upTo(60));
    await Promise.all(dispatchers.map((one) => one.onModuleDestroy()));
  });

  test('which wait together are announced together', async () => {
    for (let n = 0; n < 20; n += 1) await count(projectId);
    const subscriber = redis.duplicate();
    let messages = 0;
    subscriber.on('message', () => (messages += 1));
    await subscriber.subscribe(liveStreamKey(ownerId));
    await dispatcher.run();
    // Redis answers on this connection after the messages that it had for it.
    await subscriber.ping();
    expect(messages).toBe(1);
    expect(await counted()).toEqual(upTo(20));
    subscriber.disconnect();
  });

  test('wait for an earlier one that a dispatcher has taken but not announced', async () => {
    await count(projectId);
    await dataSource.query(
      `UPDATE outbox SET attempts = 1, available_at = now() + interval '5 seconds'`,
    );
    await count(projectId);
    await dispatcher.run();
    expect(await counted()).toEqual([]);
    await dataSource.query('UPDATE outbox SET available_at = now()');
    await dispatcher.run();
    expect(await counted()).toEqual([1, 2]);
  });
});

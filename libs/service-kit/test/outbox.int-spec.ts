import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventRoutes } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { Redis } from 'ioredis';
import { RedisStreamsClient } from 'nestjs-redis-streams';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import {
  announce,
  enqueue,
  EventReplay,
  type JobPublisher,
  KEY_PREFIX,
  LivePublisher,
  MessageBus,
  OutboxDispatcher,
  withRequestContext,
} from '../src/index.js';
import { announceSomething } from './support/announce-something.js';
import { TestDatabase } from './support/test-database.js';

/** A Redis database that no other test file uses, and where nobody consumes events. */
const REDIS_DATABASE = 3;

interface Published {
  readonly header: { id: string; pattern: string; metadata?: Record<string, string> };
  readonly data: { projectId: string };
}

/** A queue that can be told to fail. */
class Queue implements JobPublisher {
  readonly accepted: string[] = [];
  isDown = false;

  publish({ id }: { id: string }): Promise<void> {
    if (this.isDown) return Promise.reject(new Error('The queue is down'));
    this.accepted.push(id);
    return Promise.resolve();
  }
}

Logger.overrideLogger(false);

let database: TestDatabase;
let dataSource: DataSource;
let client: RedisStreamsClient;
let redis: Redis;
let queue: Queue;

const newDispatcher = (bus = new MessageBus(client)) => {
  const dispatcher = new OutboxDispatcher(dataSource, bus, new LivePublisher(redis));
  dispatcher.publishJobsWith(queue);
  return dispatcher;
};

beforeAll(async () => {
  database = await TestDatabase.create();
  dataSource = await database.connect();
  const redisUrl = `${process.env.REDIS_URL}/${REDIS_DATABASE}`;
  client = new RedisStreamsClient({ redisUrl, eventRoutes, prefix: KEY_PREFIX });
  await client.connect();
  redis = new Redis(redisUrl);
});
afterAll(async () => {
  client.close();
  redis.disconnect();
  await dataSource.destroy();
  await database.drop();
});
beforeEach(async () => {
  queue = new Queue();
  await dataSource.query('DELETE FROM outbox');
  await dataSource.query('DELETE FROM published_events');
  await redis.del('studiolo:storage:events');
});

async function published(): Promise<Published[]> {
  const entries = await redis.xrange('studiolo:storage:events', '-', '+');
  return entries.map(([, fields]) => {
    const field = (name: string) => JSON.parse(fields[fields.indexOf(name) + 1] ?? '') as unknown;
    return { header: field('h'), data: field('d') } as Published;
  });
}

const publishedProjects = async () => (await published()).map(({ data }) => data.projectId);

const waiting = () =>
  dataSource.query<{ attempts: number; is_due: boolean; is_soon: boolean }[]>(
    `SELECT attempts, available_at <= now() AS is_due,
            available_at <= now() + interval '9 seconds' AS is_soon FROM outbox`,
  );

const makeDue = () => dataSource.query('UPDATE outbox SET available_at = now()');

describe('an event', () => {
  test('is published after the commit and not before', async () => {
    const dispatcher = newDispatcher();
    const projectId = await dataSource.transaction(async (transaction) => {
      const id = await announceSomething(transaction);
      await dispatcher.run();
      expect(await published()).toEqual([]);
      return id;
    });
    await dispatcher.run();
    expect(await publishedProjects()).toEqual([projectId]);
    expect(await waiting()).toEqual([]);
  });

  test('of a transaction that was rolled back is never published', async () => {
    const failing = dataSource.transaction(async (transaction) => {
      await announceSomething(transaction);
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    await newDispatcher().run();
    expect(await published()).toEqual([]);
  });

  test('keeps the request id of the message that caused it', async () => {
    await withRequestContext({ requestId: 'r-7' }, () => dataSource.transaction(announceSomething));
    await newDispatcher().run();
    expect((await published()).map(({ header }) => header.metadata)).toEqual([
      { requestId: 'r-7' },
    ]);
  });

  test('is published under its own id', async () => {
    await dataSource.transaction(announceSomething);
    const [{ id }] = await dataSource.query<[{ id: string }]>('SELECT id FROM outbox');
    await newDispatcher().run();
    expect((await published()).map(({ header }) => header.id)).toEqual([id]);
  });
});

test('many events are published in the order of their announcement', async () => {
  const announced: string[] = [];
  await dataSource.transaction(async (transaction) => {
    for (let n = 0; n < 120; n += 1) announced.push(await announceSomething(transaction));
  });
  await newDispatcher().run();
  expect(await publishedProjects()).toEqual(announced);
});

test('events keep their order when their rows have moved in the table', async () => {
  const announced: string[] = [];
  await dataSource.transaction(async (transaction) => {
    for (let n = 0; n < 3; n += 1) announced.push(await announceSomething(transaction));
  });
  // An update writes its row behind the others: now they lie in the opposite order.
  const rows = await dataSource.query<{ id: string }[]>('SELECT id FROM outbox ORDER BY id DESC');
  for (const { id } of rows) {
    await dataSource.query('UPDATE outbox SET attempts = 0 WHERE id = $1', [id]);
  }
  await newDispatcher().run();
  expect(await publishedProjects()).toEqual(announced);
});

test('a job that another job has enqueued is published in the same run', async () => {
  const [first, second] = [uuidv7(), uuidv7()];
  const enqueued = (id: string) =>
    dataSource.transaction((transaction) => enqueue(transaction, { id, name: 'mail', data: {} }));
  const publish = queue.publish.bind(queue);
  queue.publish = async ({ id }) => {
    await publish({ id });
    if (id === first) await enqueued(second);
  };
  await dataSource.transaction(announceSomething);
  await enqueued(first);
  await newDispatcher().run();
  expect(queue.accepted).toEqual([first, second]);
});

test('a delayed job is not published before it is due', async () => {
  const id = uuidv7();
  const job = { id, name: 'mail', data: {}, delayMs: 60_000 };
  await dataSource.transaction((transaction) => enqueue(transaction, job));
  await newDispatcher().run();
  expect(queue.accepted).toEqual([]);
  const moved = `UPDATE outbox SET available_at = available_at - interval '60 seconds'`;
  await dataSource.query(moved);
  await newDispatcher().run();
  expect(queue.accepted).toEqual([id]);
});

test('[F10] three simultaneous dispatchers publish each event once', async () => {
  await dataSource.transaction(async (transaction) => {
    for (let n = 0; n < 300; n += 1) await announceSomething(transaction);
  });
  await Promise.all([newDispatcher().run(), newDispatcher().run(), newDispatcher().run()]);
  const ids = (await published()).map(({ header }) => header.id);
  expect(ids).toHaveLength(300);
  expect(new Set(ids).size).toBe(300);
});

test('an event that a crashed dispatcher had taken waits until its lease ends', async () => {
  const projectId = await dataSource.transaction(announceSomething);
  // The state after a dispatcher died between taking an event and removing it.
  await dataSource.query(
    `UPDATE outbox SET attempts = 1, available_at = now() + interval '5 seconds'`,
  );
  const dispatcher = newDispatcher();
  await dispatcher.run();
  expect(await published()).toEqual([]);
  await makeDue();
  await dispatcher.run();
  expect(await publishedProjects()).toEqual([projectId]);
});

describe('an entry that cannot be published', () => {
  const enqueueJob = async () => {
    const id = uuidv7();
    await dataSource.transaction((transaction) =>
      enqueue(transaction, { id, name: 'verify-email', data: {} }),
    );
    return id;
  };

  test('stays, pauses, and is published once that is possible', async () => {
    const id = await enqueueJob();
    const dispatcher = newDispatcher();
    queue.isDown = true;
    await dispatcher.run();
    expect(await waiting()).toEqual([{ attempts: 1, is_due: false, is_soon: true }]);
    queue.isDown = false;
    await dispatcher.run();
    expect(queue.accepted).toEqual([]);
    await makeDue();
    await dispatcher.run();
    expect(queue.accepted).toEqual([id]);
    expect(await waiting()).toEqual([]);
  });

  test('pauses only for seconds after many failures', async () => {
    await enqueueJob();
    await dataSource.query('UPDATE outbox SET attempts = 1000000');
    queue.isDown = true;
    await newDispatcher().run();
    expect(await waiting()).toEqual([{ attempts: 1000001, is_due: false, is_soon: true }]);
  });

  test('keeps a run from trying the rest when nothing could be published', async () => {
    for (let n = 0; n < 60; n += 1) await enqueueJob();
    queue.isDown = true;
    await newDispatcher().run();
    const tries = (await waiting()).map(({ attempts }) => attempts);
    expect(tries.sort()).toEqual([...Array<number>(10).fill(0), ...Array<number>(50).fill(1)]);
  });

  test('does not delay other entries, and its reason is logged', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await dataSource.transaction((transaction) =>
      announce(transaction, { name: 'unknown.event' } as never, {}),
    );
    await enqueueJob();
    const projectId = await dataSource.transaction(announceSomething);
    await newDispatcher().run();
    expect(await publishedProjects()).toEqual([projectId]);
    expect(await waiting()).toHaveLength(1);
    const err = new Error('The outbox holds an unknown event: unknown.event');
    expect(warn).toHaveBeenCalledWith({ err }, '1 outbox entries failed');
    warn.mockRestore();
  });

  test('because its service has no queue stays, and the log names it', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await enqueueJob();
    const live = new LivePublisher(redis);
    await new OutboxDispatcher(dataSource, new MessageBus(client), live).run();
    const err = new Error('This service has no queue for the job verify-email');
    expect(warn).toHaveBeenCalledWith({ err }, '1 outbox entries failed');
    expect(await waiting()).toHaveLength(1);
    warn.mockRestore();
  });

  test('is logged with the others of its run and the first reason', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    for (let n = 0; n < 3; n += 1) await enqueueJob();
    queue.isDown = true;
    await newDispatcher().run();
    const err = new Error('The queue is down');
    expect(warn.mock.calls).toEqual([[{ err }, '3 outbox entries failed']]);
    queue.isDown = false;
    await makeDue();
    await newDispatcher().run();
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  test('because Redis is away is published once Redis is back', async () => {
    const projectId = await dataSource.transaction(announceSomething);
    const away = new RedisStreamsClient({
      redisUrl: 'redis://127.0.0.1:1',
      eventRoutes,
      prefix: KEY_PREFIX,
    });
    await newDispatcher(new MessageBus(away)).run();
    away.close();
    expect(await waiting()).toHaveLength(1);
    await makeDue();
    await newDispatcher().run();
    expect(await publishedProjects()).toEqual([projectId]);
  });
});

describe('a published event', () => {
  const check = () => new EventReplay(redis, dataSource, newDispatcher(), database.schema).run();

  const publishOne = async () => {
    const projectId = await dataSource.transaction(announceSomething);
    await newDispatcher().run();
    return projectId;
  };

  /** The check wakes a dispatcher, which runs until the outbox is empty. */
  const isPublished = (projectId: string) =>
    eventually(async () => {
      expect(await publishedProjects()).toEqual([projectId]);
      expect(await waiting()).toEqual([]);
    });

  beforeEach(async () => {
    await check();
  });

  test('is published again under its id when Redis has lost its data', async () => {
    const projectId = await publishOne();
    const [before] = await published();
    await redis.flushdb();
    const log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
    await check();
    expect(log).toHaveBeenCalledWith('Redis may have lost events: 1 are published again');
    log.mockRestore();
    await isPublished(projectId);
    const [after] = await published();
    expect(after?.header.id).toBe(before?.header.id);
  });

  test('is published again when Redis loses its data before the dispatcher has recorded it', async () => {
    const projectId = await dataSource.transaction(announceSomething);
    const bus = new MessageBus(client);
    const announceNow = bus.announce.bind(bus);
    bus.announce = async (...event) => {
      await announceNow(...event);
      await redis.flushdb();
      await check();
    };
    await newDispatcher(bus).run();
    await isPublished(projectId);
  });

  test('is not published again as long as Redis keeps it', async () => {
    await publishOne();
    await check();
    expect(await waiting()).toEqual([]);
  });

  test('is published again every time Redis loses its data', async () => {
    const projectId = await publishOne();
    for (let times = 0; times < 2; times += 1) {
      await redis.flushdb();
      await check();
      await isPublished(projectId);
    }
  });

  test('is published again although another service has noticed the loss before', async () => {
    const projectId = await publishOne();
    await redis.flushdb();
    const others = await TestDatabase.create();
    const otherSource = await others.connect();
    await new EventReplay(redis, otherSource, newDispatcher(), others.schema).run();
    await otherSource.destroy();
    await others.drop();
    await check();
    await isPublished(projectId);
  });

  test('is not published again after a day, nor logged as lost', async () => {
    await publishOne();
    await dataSource.query(
      `UPDATE published_events SET published_at = now() - interval '25 hours'`,
    );
    await redis.flushdb();
    const log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
    await check();
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
    expect(await waiting()).toEqual([]);
  });
});

test('a dispatcher that has to end publishes only what it has taken', async () => {
  await dataSource.transaction(async (transaction) => {
    for (let n = 0; n < 120; n += 1) await announceSomething(transaction);
  });
  const bus = new MessageBus(client);
  const dispatcher = newDispatcher(bus);
  const announceNow = bus.announce.bind(bus);
  let ended: Promise<void> | undefined;
  bus.announce = async (...event) => {
    ended ??= dispatcher.onModuleDestroy();
    await announceNow(...event);
  };
  dispatcher.wake();
  await eventually(() => expect(ended).toBeDefined());
  await ended;
  expect(await published()).toHaveLength(50);
  expect(await waiting()).toHaveLength(70);
});

test('a dispatcher publishes when it is woken, until its process ends', async () => {
  const dispatcher = newDispatcher();
  dispatcher.onApplicationBootstrap();
  const projectId = await dataSource.transaction(announceSomething);
  dispatcher.wake();
  await dispatcher.onModuleDestroy();
  expect(await publishedProjects()).toEqual([projectId]);
  await dataSource.transaction(announceSomething);
  dispatcher.wake();
  expect(await waiting()).toHaveLength(1);
});

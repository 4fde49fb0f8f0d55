import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventually } from '@studiolo/testing/eventually';
import { v7 as uuidv7 } from 'uuid';

import { enqueue, type JobPublisher, type OutboxDispatcher, recordEvent } from '../src/database.js';
import { MessageBus, withRequestContext } from '../src/index.js';
import { eventsIn, recordSomething, testOutbox } from './support/test-outbox.js';

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

const { dataSource, redis, client, newDispatcher } = testOutbox();
let queue: Queue;
let dispatcher: OutboxDispatcher;

beforeEach(() => {
  queue = new Queue();
  dispatcher = newDispatcher(queue);
});

const publishedProjects = async () => (await eventsIn(redis)).map(({ projectId }) => projectId);

const waiting = () =>
  dataSource.query<{ attempts: number; is_due: boolean; is_soon: boolean }[]>(
    `SELECT attempts, available_at <= now() AS is_due,
            available_at <= now() + interval '9 seconds' AS is_soon FROM outbox`,
  );

const makeDue = () => dataSource.query('UPDATE outbox SET available_at = now()');

const recordMany = (count: number): Promise<string[]> =>
  dataSource.transaction(async (transaction) => {
    const announced: string[] = [];
    for (let n = 0; n < count; n += 1) announced.push(await recordSomething(transaction));
    return announced;
  });

async function enqueueJob(id = uuidv7(), delayMs = 0): Promise<string> {
  const job = { id, name: 'mail', data: {}, delayMs };
  await dataSource.transaction((transaction) => enqueue(transaction, job));
  return id;
}

describe('an event', () => {
  test('is published after the commit and not before', async () => {
    const projectId = await dataSource.transaction(async (transaction) => {
      const id = await recordSomething(transaction);
      await dispatcher.run();
      expect(await publishedProjects()).toEqual([]);
      return id;
    });
    await dispatcher.run();
    expect(await publishedProjects()).toEqual([projectId]);
    expect(await waiting()).toEqual([]);
  });

  test('of a transaction that was rolled back is never published', async () => {
    const failing = dataSource.transaction(async (transaction) => {
      await recordSomething(transaction);
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    await dispatcher.run();
    expect(await publishedProjects()).toEqual([]);
  });

  test('cannot be announced outside a transaction', async () => {
    await expect(recordSomething(dataSource.manager)).rejects.toThrow('a transaction');
  });

  test('is published under its own id and with the request id of the message that caused it', async () => {
    await withRequestContext({ requestId: 'r-7' }, () => dataSource.transaction(recordSomething));
    const [{ id }] = await dataSource.query<[{ id: string }]>('SELECT id FROM outbox');
    await dispatcher.run();
    expect(await eventsIn(redis)).toMatchObject([{ id, metadata: { requestId: 'r-7' } }]);
  });

  test('that a crashed dispatcher had taken waits until its lease ends', async () => {
    const announced = await recordMany(1);
    // The state after a dispatcher died between taking an event and removing it.
    await dataSource.query(
      `UPDATE outbox SET attempts = 1, available_at = now() + interval '5 seconds'`,
    );
    await dispatcher.run();
    expect(await publishedProjects()).toEqual([]);
    await makeDue();
    await dispatcher.run();
    expect(await publishedProjects()).toEqual(announced);
  });
});

test('events are published also when a newer replica has added a column', async () => {
  await dispatcher.run();
  await dataSource.query('ALTER TABLE outbox ADD COLUMN newer text');
  const announced = await recordMany(1);
  await dispatcher.run();
  expect(await publishedProjects()).toEqual(announced);
  await dataSource.query('ALTER TABLE outbox DROP COLUMN newer');
});

test('many events are published in the order of their announcement, wherever their rows lie', async () => {
  const announced = await recordMany(120);
  // An update writes its row behind the others: now the first ones lie in the opposite order.
  const first = await dataSource.query<{ id: string }[]>(
    'SELECT id FROM outbox ORDER BY id LIMIT 9',
  );
  for (const { id } of first.reverse()) {
    await dataSource.query('UPDATE outbox SET attempts = 0 WHERE id = $1', [id]);
  }
  await dispatcher.run();
  expect(await publishedProjects()).toEqual(announced);
});

test('[F10] three simultaneous dispatchers publish each event once', async () => {
  const announced = await recordMany(300);
  await Promise.all([dispatcher.run(), newDispatcher().run(), newDispatcher().run()]);
  expect((await publishedProjects()).sort()).toEqual(announced.sort());
});

test('a job that another job has enqueued is published in the same run', async () => {
  const [first, second] = [uuidv7(), uuidv7()];
  const publish = queue.publish.bind(queue);
  queue.publish = async ({ id }) => {
    await publish({ id });
    if (id === first) await enqueueJob(second);
  };
  await recordMany(1);
  await enqueueJob(first);
  await dispatcher.run();
  expect(queue.accepted).toEqual([first, second]);
});

test.each([0, -5, 5])(
  'a delayed job is published when it is due and not before, with our clock %i minutes off',
  async (minutes) => {
    using clock = jest.spyOn(Date, 'now');
    clock.mockReturnValue(Date.now() + minutes * 60_000);
    const id = await enqueueJob(uuidv7(), 60_000);
    await dispatcher.run();
    expect(queue.accepted).toEqual([]);
    await dataSource.query(`UPDATE outbox SET available_at = available_at - interval '60 seconds'`);
    await dispatcher.run();
    expect(queue.accepted).toEqual([id]);
  },
);

describe('an entry that cannot be published', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  beforeEach(() => warn.mockClear());
  afterAll(() => warn.mockRestore());

  test('stays, pauses, and is published once that is possible', async () => {
    const id = await enqueueJob();
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
    await dispatcher.run();
    expect(await waiting()).toEqual([{ attempts: 1000001, is_due: false, is_soon: true }]);
  });

  test('ends a run in which nothing could be published, and is logged with the others of its run', async () => {
    for (let n = 0; n < 60; n += 1) await enqueueJob();
    queue.isDown = true;
    await dispatcher.run();
    const tries = (await waiting()).map(({ attempts }) => attempts);
    expect(tries.sort()).toEqual([...Array<number>(10).fill(0), ...Array<number>(50).fill(1)]);
    const err = new Error('The queue is down');
    expect(warn.mock.calls).toEqual([[{ err }, '50 outbox entries failed']]);
  });

  test('does not delay other entries', async () => {
    await dataSource.transaction((transaction) =>
      recordEvent(transaction, { name: 'unknown.event' } as never, {}),
    );
    await enqueueJob();
    const announced = await recordMany(1);
    await dispatcher.run();
    expect(await publishedProjects()).toEqual(announced);
    expect(await waiting()).toHaveLength(1);
    const err = new Error('The outbox holds an unknown event: unknown.event');
    expect(warn).toHaveBeenCalledWith({ err }, '1 outbox entries failed');
  });

  test('because its service has no queue stays, and the log names it', async () => {
    await enqueueJob();
    await newDispatcher().run();
    const err = new Error('This service has no queue for the job mail');
    expect(warn).toHaveBeenCalledWith({ err }, '1 outbox entries failed');
    expect(await waiting()).toHaveLength(1);
  });
});

test('a dispatcher that has to end publishes only what it has taken', async () => {
  await recordMany(120);
  const bus = new MessageBus(client);
  const ending = newDispatcher(queue, bus);
  const publishNow = bus.publish.bind(bus);
  let ended: Promise<void> | undefined;
  bus.publish = async (...event) => {
    ended ??= ending.onModuleDestroy();
    await publishNow(...event);
  };
  ending.wake();
  await eventually(() => expect(ended).toBeDefined());
  await ended;
  expect(await publishedProjects()).toHaveLength(50);
  expect(await waiting()).toHaveLength(70);
});

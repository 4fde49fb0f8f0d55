import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventually } from '@studiolo/testing/eventually';

import { connect } from '../src/database/connect.js';
import { MessageBus } from '../src/index.js';
import { EventReplay } from '../src/outbox/event-replay.js';
import { freshStores } from '../testing/service-under-test.js';
import { databaseOptions } from './support/test-database.js';
import { eventsIn, recordSomething, testOutbox } from './support/test-outbox.js';

Logger.overrideLogger(false);
const log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);

const { dataSource, redis, client, newDispatcher } = testOutbox();

const check = () => new EventReplay(redis, dataSource, newDispatcher()).run();

const waiting = () => dataSource.query<unknown[]>('SELECT 1 FROM outbox');

async function publishOne(bus?: MessageBus): Promise<string> {
  const projectId = await dataSource.transaction(recordSomething);
  await newDispatcher(undefined, bus).run();
  return projectId;
}

/** The check wakes a dispatcher, which runs until the outbox is empty. */
const isPublished = (projectId: string) =>
  eventually(async () => {
    expect(await eventsIn(redis)).toMatchObject([{ projectId }]);
    expect(await waiting()).toEqual([]);
  });

beforeEach(async () => {
  await dataSource.query('DELETE FROM published_events');
  await check();
  log.mockClear();
});
afterAll(() => log.mockRestore());

test('an event is published again under its id every time Redis loses its data', async () => {
  const projectId = await publishOne();
  const [before] = await eventsIn(redis);
  for (let times = 0; times < 2; times += 1) {
    await redis.flushdb();
    await check();
    expect(log).toHaveBeenLastCalledWith('Redis may have lost events: 1 are published again');
    await isPublished(projectId);
  }
  expect(await eventsIn(redis)).toEqual([before]);
});

test('an event is published again when Redis loses its data before the dispatcher has recorded it', async () => {
  const bus = new MessageBus(client);
  const publishNow = bus.publish.bind(bus);
  bus.publish = async (...event) => {
    await publishNow(...event);
    await redis.flushdb();
    await check();
  };
  await isPublished(await publishOne(bus));
});

test('an event is not published again as long as Redis keeps it', async () => {
  await publishOne();
  await check();
  expect(await waiting()).toEqual([]);
});

test('an event is published again although another service has noticed the loss before', async () => {
  const projectId = await publishOne();
  // This empties Redis, too.
  const { DATABASE_URL = '' } = await freshStores('projects');
  const other = await connect({ ...databaseOptions({ DATABASE_URL }), schema: 'projects' });
  await new EventReplay(redis, other, newDispatcher()).run();
  await other.destroy();
  await check();
  await isPublished(projectId);
});

test('an event is not published again after a day, nor logged as lost', async () => {
  await publishOne();
  await dataSource.query(`UPDATE published_events SET published_at = now() - interval '25 hours'`);
  await redis.flushdb();
  await check();
  expect(log).not.toHaveBeenCalled();
  expect(await waiting()).toEqual([]);
});

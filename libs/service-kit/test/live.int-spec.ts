import { Logger } from '@nestjs/common';
import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { subscribeLiveSignals } from '@studiolo/testing/live-signals';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { type OutboxDispatcher, recordChange } from '../src/database.js';
import { testOutbox } from './support/test-outbox.js';

Logger.overrideLogger(false);

const { dataSource, redis, newDispatcher } = testOutbox();
let dispatcher: OutboxDispatcher;
let userId: string;

beforeEach(() => {
  dispatcher = newDispatcher();
  userId = uuidv7();
});
const notices = duringEachTest(() => subscribeLiveSignals(redis, userId));
afterEach(() => dispatcher.onModuleDestroy());

const recordUpdate = (transaction: EntityManager, projectId: string) =>
  recordChange(transaction, { kind: 'project', action: 'updated', userId, projectId });

test('a change is announced to its owner, and to nobody else', async () => {
  using stranger = await subscribeLiveSignals(redis, uuidv7());
  const projectId = uuidv7();
  await dataSource.transaction((transaction) => recordUpdate(transaction, projectId));
  await dispatcher.run();
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
  const change = { kind: 'project', action: 'updated', project_id: projectId, at };
  await eventually(() => expect(notices().all).toEqual([{ userId, change }]));
  expect(stranger.all).toEqual([]);
  expect(await dataSource.query('SELECT 1 FROM outbox')).toEqual([]);
});

test.each([
  ['soon', () => Promise.resolve()],
  ['at once when its replica ends', () => dispatcher.onModuleDestroy()],
])('a change that waits for others is announced %s', async (_when, then) => {
  await dataSource.transaction((transaction) => recordUpdate(transaction, uuidv7()));
  dispatcher.wakeSoon();
  await then();
  await eventually(() => expect(notices().all).toHaveLength(1));
});

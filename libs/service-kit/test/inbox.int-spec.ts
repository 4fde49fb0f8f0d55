import { jest } from '@jest/globals';
import { RedisStreamsContext } from 'nestjs-redis-streams';
import { register } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { forgetUser, Inbox, isFirstRun, type OutboxDispatcher } from '../src/database.js';
import { withRequestContext } from '../src/index.js';
import { testDatabase } from './support/test-database.js';

const { administrator, dataSource } = testDatabase();
let wakes = 0;
// Only counts the wakes; tests of the dispatcher cover what follows.
const wakeSoon = () => (wakes += 1);
const inbox = new Inbox(dataSource, { wakeSoon } as unknown as OutboxDispatcher);

beforeAll(async () => {
  await dataSource.query('CREATE TABLE effects (message text)');
  await dataSource.query('CREATE TABLE seats (message text PRIMARY KEY)');
});
beforeEach(() => {
  wakes = 0;
});

/** @param digest distinguishes requests with the same Idempotency-Key; undefined without a key */
const message = (id = uuidv7(), digest?: string) => ({
  ...{ messageId: id, entryId: '1-1', pattern: 'storage.test', attempt: 1 },
  deadline: Date.now() + 5000,
  metadata: digest === undefined ? {} : { digest },
});
type Named = ConstructorParameters<typeof RedisStreamsContext>[0];

/** `inbox.once` in the handler of this message. */
const once = <Reply>(
  one: Named,
  work: (transaction: EntityManager) => Promise<Reply>,
  userId?: string,
) => {
  const context = { requestId: one.messageId, message: new RedisStreamsContext(one) };
  return withRequestContext(context, () => inbox.once(work, userId));
};

const leaveEffect = (transaction: EntityManager, id: string) =>
  transaction.query('INSERT INTO effects VALUES ($1)', [id]);

/** An effect that is possible only once. */
const takeOnlySeat = (transaction: EntityManager, id: string) =>
  transaction.query('INSERT INTO seats VALUES ($1)', [id]);

/** Handles the message with an effect and this answer. */
const handle = <Reply>(one: Named, reply: Reply, effect = leaveEffect) =>
  once(one, async (transaction) => {
    await effect(transaction, one.messageId);
    return reply;
  });

/** Begins to handle the message: it has had its effect and waits for its reply. */
async function begin(one: Named, effect: typeof leaveEffect) {
  const begun = Promise.withResolvers<undefined>();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const handled = once(one, async (transaction) => {
    await effect(transaction, one.messageId);
    begun.resolve(undefined);
    return promise;
  });
  await begun.promise;
  return { handled, reply: resolve, fail: () => reject(new Error('failed')) };
}

/** Resolves when one transaction waits for another's insert. */
async function waitingForLock(): Promise<void> {
  const sql = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE '%INTO seats%'`;
  while ((await administrator.query<unknown[]>(sql)).length === 0);
}

const effectsOf = async ({ messageId }: Named) =>
  (await dataSource.query<unknown[]>('SELECT 1 FROM effects WHERE message = $1', [messageId]))
    .length;

const failed = () => Promise.reject(new Error('failed'));

test.each([{ text: 'ä', nested: [1, null, {}] }, 'a text', undefined])(
  'a repeat gets the first reply %j and has no effect',
  async (reply) => {
    const one = message();
    expect(await handle(one, reply)).toEqual(reply);
    expect((await handle(one, { text: 'second' })) ?? undefined).toEqual(reply);
    expect(await effectsOf(one)).toBe(1);
  },
);

test('each repeat is counted, and no first run', async () => {
  const repeats = async () => {
    const metric = register.getSingleMetric('studiolo_inbox_repeats_total');
    return (await metric?.get())?.values[0]?.value ?? 0;
  };
  const before = await repeats();
  const one = message();
  await handle(one, 'answer');
  expect(await repeats()).toBe(before);
  await handle(one, 'answer');
  expect(await repeats()).toBe(before + 1);
});

test('[L6] a repeat between the first work and its commit waits and gets the first reply', async () => {
  const one = message();
  const first = await begin(one, takeOnlySeat);
  const second = handle(one, 'second', takeOnlySeat);
  await waitingForLock();
  first.reply('first');
  expect(await Promise.all([first.handled, second])).toEqual(['first', 'first']);
});

test('a repeat that commits before the first run determines the reply of both', async () => {
  const one = message();
  const first = await begin(one, leaveEffect);
  expect(await handle(one, 'second')).toBe('second');
  first.reply('first');
  expect(await first.handled).toBe('second');
  expect(await effectsOf(one)).toBe(1);
});

test('a repeat whose work fails because the first run has done it gets the first reply', async () => {
  const one = message();
  expect(await handle(one, 'seated', takeOnlySeat)).toBe('seated');
  expect(await handle(one, 'again', takeOnlySeat)).toBe('seated');
  const inItsPlace = once(message(), (manager) => takeOnlySeat(manager, one.messageId));
  await expect(inItsPlace).rejects.toThrow('duplicate key');
});

test('a failure leaves nothing, so that the message can be repeated', async () => {
  const one = message();
  await expect(
    handle(one, '', async (...effect) => {
      await leaveEffect(...effect);
      return failed();
    }),
  ).rejects.toThrow('failed');
  expect(await effectsOf(one)).toBe(0);
  expect(await handle(one, 'again')).toBe('again');
});

test('a repeat that waits for a first run does the work itself when that fails', async () => {
  const one = message();
  const first = await begin(one, takeOnlySeat);
  const second = handle(one, 'second', takeOnlySeat);
  await waitingForLock();
  first.fail();
  // The first run may also find the second one's reply and return it instead of its own failure.
  expect(await first.handled.catch((error: Error) => error.message)).toMatch(/failed|second/);
  expect(await second).toBe('second');
});

test('an Idempotency-Key that was used before is refused for another request', async () => {
  const id = uuidv7();
  const keyed = message(id, 'one');
  expect([await handle(keyed, 'first'), await handle(keyed, 'second')]).toEqual(['first', 'first']);
  const code = 'IDEMPOTENCY_KEY_REUSED';
  await expect(handle(message(id, 'other'), 'third')).rejects.toMatchObject({ code });
  await expect(inbox.findReply({ messageId: id, digest: 'other' })).rejects.toMatchObject({ code });
  expect(await inbox.findReply({ messageId: id, digest: 'one' })).toBe('first');
  expect(await inbox.findReply({ messageId: uuidv7(), digest: 'one' })).toBeUndefined();
  expect(await effectsOf(keyed)).toBe(1);
});

describe('a stored reply', () => {
  const rows = (id: string) =>
    dataSource.query<{ seconds: number }[]>(
      `SELECT extract(epoch FROM expires_at - now())::int AS seconds FROM inbox WHERE message_id = $1`,
      [id],
    );

  test.each([
    ['request is stored for a minute, within which its deadline has passed', {}, 60],
    ['request with a key for a day', { metadata: { digest: 'one' } }, 86400],
    ['event for a day', { deadline: undefined }, 86400],
  ])('to a %s, by the clock of the database', async (_what, own, seconds) => {
    using clock = jest.spyOn(Date, 'now');
    clock.mockReturnValue(Date.now() - 90_000);
    const one = message();
    await once({ ...one, ...own }, () => Promise.resolve('reply'));
    const [row] = await rows(one.messageId);
    expect(Math.abs((row?.seconds ?? 0) - seconds)).toBeLessThan(30);
  });

  test('is deleted with the user whose data it holds, and with nobody else', async () => {
    const [anna, ben] = [uuidv7(), uuidv7()];
    const owned: [Named, string?][] = [[message(), anna], [message(), ben], [message()]];
    for (const [one, owner] of owned) await once(one, () => Promise.resolve('reply'), owner);
    await dataSource.transaction((transaction) => forgetUser(transaction, anna));
    const left = await Promise.all(owned.map(async ([one]) => (await rows(one.messageId)).length));
    expect(left).toEqual([0, 1, 1]);
  });
});

test('work without a message has its first run once, and again if that was rolled back', async () => {
  const id = uuidv7();
  const run = () => dataSource.transaction((transaction) => isFirstRun(transaction, id));
  const failing = dataSource.transaction(async (transaction) => {
    await isFirstRun(transaction, id);
    return failed();
  });
  await expect(failing).rejects.toThrow('failed');
  expect([await run(), await run()]).toEqual([true, false]);
});

test('the dispatcher is woken by a commit, and not by a failure', async () => {
  const failing = once(message(), failed);
  await expect(failing).rejects.toThrow('failed');
  expect(wakes).toBe(0);
  await handle(message(), 'answer');
  expect(wakes).toBe(1);
});

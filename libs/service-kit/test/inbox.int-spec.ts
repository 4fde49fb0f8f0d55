import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import {
  announceChange,
  announceEnd,
  enqueue,
  forgetUser,
  Inbox,
  isFirstRun,
  metricsRegistry,
  type OutboxDispatcher,
} from '../src/index.js';
import { announceSomething } from './support/announce-something.js';
import { TestDatabase } from './support/test-database.js';

let database: TestDatabase;
let dataSource: DataSource;
let inbox: Inbox;
let wakes = 0;

beforeAll(async () => {
  database = await TestDatabase.create();
  dataSource = await database.connect();
  await dataSource.query('CREATE TABLE effects (message text)');
  await dataSource.query('CREATE TABLE seats (message text PRIMARY KEY)');
  // Only counts the wakes; tests of the dispatcher cover what follows.
  const wake = () => (wakes += 1);
  inbox = new Inbox(dataSource, { wake, wakeSoon: wake } as unknown as OutboxDispatcher);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});
beforeEach(() => {
  wakes = 0;
});

/** @param digest distinguishes requests with the same Idempotency-Key; undefined without a key */
const message = (id = uuidv7(), digest?: string) => ({
  id,
  context: {
    getMessageId: () => id,
    getMetadata: (): Record<string, string> => (digest === undefined ? {} : { digest }),
    getDeadline: (): number | undefined => Date.now() + 5000,
  },
});

const leaveEffect = (transaction: EntityManager, id: string) =>
  transaction.query('INSERT INTO effects VALUES ($1)', [id]);

/** An effect that is possible only once. */
const takeOnlySeat = (transaction: EntityManager, id: string) =>
  transaction.query('INSERT INTO seats VALUES ($1)', [id]);

const effectsOf = async (id: string) =>
  (await dataSource.query<unknown[]>('SELECT 1 FROM effects WHERE message = $1', [id])).length;

function gate() {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

test('a repeat gets the first reply and has no effect', async () => {
  const { id, context } = message();
  const answer = (text: string) =>
    inbox.once(context, async (transaction) => {
      await leaveEffect(transaction, id);
      return { text, nested: [1, null, { umlaut: 'ä' }] };
    });
  const first = await answer('first');
  expect(await answer('second')).toEqual(first);
  expect(await effectsOf(id)).toBe(1);
});

test('each repeat is counted, and no first run', async () => {
  const repeats = async () => {
    const metric = metricsRegistry.getSingleMetric('studiolo_inbox_repeats_total');
    return (await metric?.get())?.values[0]?.value ?? 0;
  };
  const before = await repeats();
  const { context } = message();
  const answer = () => inbox.once(context, () => Promise.resolve('answer'));
  await answer();
  expect(await repeats()).toBe(before);
  await answer();
  await answer();
  expect(await repeats()).toBe(before + 2);
});

test('a repeat between the first work and its commit waits and gets the first reply', async () => {
  const { id, context } = message();
  const begun = gate();
  const release = gate();
  const first = inbox.once(context, async (transaction) => {
    await takeOnlySeat(transaction, id);
    begun.open();
    await release.opened;
    return 'first';
  });
  await begun.opened;
  const second = inbox.once(context, async (transaction) => {
    await takeOnlySeat(transaction, id);
    return 'second';
  });
  await waitingForLock();
  release.open();
  expect(await Promise.all([first, second])).toEqual(['first', 'first']);
});

test('a repeat that commits before the first run determines the reply of both', async () => {
  const { id, context } = message();
  const begun = gate();
  const release = gate();
  const first = inbox.once(context, async (transaction) => {
    begun.open();
    await release.opened;
    await leaveEffect(transaction, id);
    return 'first';
  });
  await begun.opened;
  const second = inbox.once(context, async (transaction) => {
    await leaveEffect(transaction, id);
    return 'second';
  });
  expect(await second).toBe('second');
  release.open();
  expect(await first).toBe('second');
  expect(await effectsOf(id)).toBe(1);
});

test('a repeat whose work fails because the first run has done it gets the first reply', async () => {
  const { id, context } = message();
  const sitDown = () =>
    inbox.once(context, async (transaction) => {
      await takeOnlySeat(transaction, id);
      return 'seated';
    });
  expect(await sitDown()).toBe('seated');
  expect(await sitDown()).toBe('seated');
  await expect(
    inbox.once(message().context, (transaction) => takeOnlySeat(transaction, id)),
  ).rejects.toThrow('duplicate key');
});

describe('an Idempotency-Key that was used before', () => {
  type Handle = (named: ReturnType<typeof message>) => Promise<unknown>;
  const ways: Record<string, Handle> = {
    'a transaction': ({ id, context }) =>
      inbox.once(context, async (transaction) => {
        await leaveEffect(transaction, id);
        return 'first';
      }),
    'work that cannot be done twice': ({ id, context }) =>
      inbox.once(context, async (transaction) => {
        await takeOnlySeat(transaction, id);
        await leaveEffect(transaction, id);
        return 'first';
      }),
  };

  test.each(Object.entries(ways))('is refused for another request: %s', async (_what, handle) => {
    const id = uuidv7();
    expect(await handle(message(id, 'one'))).toBe('first');
    expect(await handle(message(id, 'one'))).toBe('first');
    await expect(handle(message(id, 'other'))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await effectsOf(id)).toBe(1);
  });
});

describe('a stored reply', () => {
  const rows = (id: string) =>
    dataSource.query<{ seconds: number }[]>(
      `SELECT extract(epoch FROM expires_at - now())::int AS seconds FROM inbox WHERE message_id = $1`,
      [id],
    );

  test.each([
    ['a request is stored for a minute, within which its deadline has passed', {}, 60],
    [
      'a request with an Idempotency-Key for a day',
      { getMetadata: () => ({ digest: 'one' }) },
      86400,
    ],
    ['an event for a day', { getDeadline: () => undefined }, 86400],
  ])('of %s', async (_what, own, seconds) => {
    const { id, context } = message();
    await inbox.once({ ...context, ...own }, () => Promise.resolve('reply'));
    const [row] = await rows(id);
    expect(Math.abs((row?.seconds ?? 0) - seconds)).toBeLessThan(30);
  });

  test('is deleted with the user whose data it holds, and with nobody else', async () => {
    const [anna, ben, cleo] = [uuidv7(), uuidv7(), uuidv7()];
    const owned = [message(), message(), message(), message()];
    const owners = [anna, (reply: { userId: string }) => reply.userId, ben, undefined];
    for (const [at, { context }] of owned.entries()) {
      const reply = { userId: at === 1 ? anna : cleo };
      await inbox.once(context, () => Promise.resolve(reply), owners[at]);
    }
    await dataSource.transaction((transaction) => forgetUser(transaction, anna));
    const left = await Promise.all(owned.map(async ({ id }) => (await rows(id)).length));
    expect(left).toEqual([0, 0, 1, 1]);
  });
});

test('a failure leaves nothing, so that the message can be repeated', async () => {
  const { id, context } = message();
  const failing = inbox.once(context, async (transaction) => {
    await leaveEffect(transaction, id);
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  expect(await effectsOf(id)).toBe(0);
  expect(await inbox.once(context, () => Promise.resolve('again'))).toBe('again');
});

test('a repeat that waits for a first run does the work itself when that fails', async () => {
  const { id, context } = message();
  const begun = gate();
  const release = gate();
  const first = inbox.once(context, async (transaction) => {
    await takeOnlySeat(transaction, id);
    begun.open();
    await release.opened;
    throw new Error('failed');
  });
  await begun.opened;
  const second = inbox.once(context, async (transaction) => {
    await takeOnlySeat(transaction, id);
    return 'second';
  });
  await waitingForLock();
  release.open();
  // The first run may also find the second one's reply and return it instead of its own failure.
  expect(await first.catch((error: Error) => error.message)).toMatch(/failed|second/);
  expect(await second).toBe('second');
});

test('twenty simultaneous repeats have one effect and get twenty equal answers', async () => {
  const { id, context } = message();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      inbox.once(context, async (transaction) => {
        await leaveEffect(transaction, id);
        return index;
      }),
    ),
  );
  expect(new Set(answers).size).toBe(1);
  expect(await effectsOf(id)).toBe(1);
});

test('work without a message has its first run once, and again if that was rolled back', async () => {
  const id = uuidv7();
  const run = (fails = false) =>
    dataSource.transaction(async (transaction) => {
      const isFirst = await isFirstRun(transaction, id);
      if (fails) throw new Error('failed');
      return isFirst;
    });
  await expect(run(true)).rejects.toThrow('failed');
  expect([await run(), await run()]).toEqual([true, false]);
});

test('a repeated message without a reply has its effect once', async () => {
  const { id, context } = message();
  const handle = () =>
    inbox.once(context, async (transaction) => {
      await leaveEffect(transaction, id);
    });
  await handle();
  await handle();
  expect(await effectsOf(id)).toBe(1);
});

describe('the dispatcher', () => {
  const userId = uuidv7();
  const change = { kind: 'profile', action: 'updated', userId, projectId: null } as const;
  const end = { reason: 'session_ended' as const, sessionIds: [] };
  const entries: Record<string, (transaction: EntityManager) => Promise<unknown>> = {
    event: announceSomething,
    job: (transaction) => enqueue(transaction, { id: uuidv7(), name: 'mail', data: {} }),
    change: (transaction) => announceChange(transaction, change),
    'end of sessions': (transaction) => announceEnd(transaction, userId, end),
  };

  test.each(Object.entries(entries))(
    'is woken by the commit of each kind of entry, and not by a failure: %s',
    async (_kind, write) => {
      const failing = inbox.once(message().context, async (transaction) => {
        await write(transaction);
        throw new Error('failed');
      });
      await expect(failing).rejects.toThrow('failed');
      expect(wakes).toBe(0);
      await inbox.once(message().context, write);
      expect(wakes).toBe(1);
    },
  );

  test('is not woken by a commit without an entry', async () => {
    const { id, context } = message();
    await inbox.once(context, (transaction) => leaveEffect(transaction, id));
    expect(await effectsOf(id)).toBe(1);
    expect(wakes).toBe(0);
  });
});

/** Resolves when one transaction waits for another's insert. */
async function waitingForLock(): Promise<void> {
  const sql = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE '%INTO seats%'`;
  while ((await database.query(sql)).length === 0);
}

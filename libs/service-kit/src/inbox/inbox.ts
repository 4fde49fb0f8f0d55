import { Injectable } from '@nestjs/common';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';

import { AppError } from '../app-error.js';
import { type Query, runStatement, type Statement } from '../database/statement.js';
import { runTogether, Transaction } from '../database/transaction.js';
import { isDatabaseUnavailable } from '../database/unavailable.js';
import { metricsRegistry } from '../metrics/metrics.js';
import { type AnnouncedChange, announcingChange } from '../outbox/announce-change.js';
import { hasOutboxEntries } from '../outbox/outbox.js';
import { OutboxDispatcher } from '../outbox/outbox-dispatcher.js';
import { InboxMessage } from './inbox-message.entity.js';

type NamedMessage = Pick<RedisStreamsContext, 'getMessageId' | 'getMetadata' | 'getDeadline'>;

interface MessageName {
  readonly messageId: string;
  /** Distinguishes requests under the same id; null if the sender did not choose the id. */
  readonly digest: string | null;
}

/** Id of the user whose data a reply holds, or how to find it in the reply. */
type Owner<Reply> = string | ((reply: Reply) => string | null);

const REPEATABLE_SECONDS = 24 * 60 * 60;
/** Longer than any request has until its deadline, after which the transport delivers it no more. */
const DELIVERABLE_SECONDS = 60;

/** Makes a message that may arrive several times take effect once. */
@Injectable()
export class Inbox {
  constructor(
    private readonly dataSource: DataSource,
    private readonly dispatcher: OutboxDispatcher,
  ) {}

  /**
   * Runs `work` in one transaction together with a record that this message was handled. A repeat gets the first run's
   * reply, even if its own run fails because of the first run's effect; a concurrent repeat waits for the first. When
   * `work` throws, nothing is stored.
   * @param owner id of the user whose data the reply holds: `forgetUser` deletes it. By default, the reply must not
   * hold anybody's data.
   * @throws AppError IDEMPOTENCY_KEY_REUSED when another request has used the message's name
   */
  async once<Reply>(
    context: NamedMessage,
    work: (transaction: EntityManager) => Promise<Reply>,
    owner?: Owner<Reply>,
  ): Promise<Reply> {
    const transaction = await Transaction.begin(this.dataSource);
    try {
      const reply = await work(transaction.manager);
      await transaction.commitWith({
        statement: INSERT_NOTE,
        values: noteOf(context, reply, owner),
      });
      if (hasOutboxEntries(transaction.manager)) this.dispatcher.wake();
      return reply;
    } catch (error) {
      await transaction.rollBack();
      return await replyOfFirstRun<Reply>(transaction.manager, context, error);
    } finally {
      await transaction.release();
    }
  }

  /**
   * Like `once`, for work that is a single statement, in one round trip.
   * @param work made by `noting`
   * @param values of the work, which begin at `$3`
   * @returns undefined when neither this run, which is then not recorded, nor an earlier one returned a row
   * @throws AppError IDEMPOTENCY_KEY_REUSED when another request has used the message's name
   */
  async onceInStatement<Reply>(
    context: NamedMessage,
    work: NotingStatement,
    values: unknown[],
  ): Promise<Reply | undefined> {
    const run = (name: unknown[]) =>
      runStatement<Noted>(this.dataSource, work, [...name, ...values]);
    const row = await this.repeatable(context, work, run);
    return row?.reply as Reply | undefined;
  }

  /**
   * Like `onceInStatement`, for a statement that has to see all changes made before it gets a lock: `lock` runs before
   * it, in one transaction and one round trip. To refuse, its row has a null `reply` and the reason in its other
   * columns, and the statement itself undoes the changes of `lock`.
   * @param work contains NOTE_REPLY; its values begin at `$3`
   * @throws AppError IDEMPOTENCY_KEY_REUSED when another request has used the message's name
   */
  async onceBehindLock<Reply, Refusal>(
    context: NamedMessage,
    lock: Query,
    { statement, values }: Query<NotingStatement>,
  ): Promise<Outcome<Reply, Refusal>> {
    const row = await this.repeatable(context, statement, (name) =>
      runTogether<Noted>(this.dataSource, lock, { statement, values: [...name, ...values] }),
    );
    if (!row) throw new Error(`${statement.name} neither replies nor refuses`);
    return row as Outcome<Reply, Refusal>;
  }

  /**
   * The reply to a message handled within the last day; undefined if there is none.
   * @throws AppError IDEMPOTENCY_KEY_REUSED when another request has used the name
   */
  async findReply<Reply>(name: MessageName): Promise<Reply | undefined> {
    return (await findNote<Reply>(this.dataSource, name))?.reply;
  }

  /** Runs a statement that records its message; a repeat returns the first run's reply. */
  private async repeatable(
    context: NamedMessage,
    work: NotingStatement,
    run: (name: unknown[]) => Promise<Noted[]>,
  ): Promise<Noted | undefined> {
    const name = nameOf(context);
    try {
      const [row] = await run([name.messageId, name.digest]);
      if (!row?.reply) return (await findNote(this.dataSource, name)) ?? row;
      if (work.announces) this.dispatcher.wakeSoon();
      return row;
    } catch (error) {
      return { reply: await replyOfFirstRun(this.dataSource, context, error) };
    }
  }
}

/** A row of a statement that records its message; without a reply, nothing was recorded. */
interface Noted {
  readonly reply: unknown;
}

export type Outcome<Reply, Refusal> =
  { readonly reply: Reply } | ({ readonly reply: null } & Refusal);

export interface NotingStatement extends Statement {
  /** Whether it writes a live notice to the outbox. */
  readonly announces: boolean;
}

/**
 * SQL that records the message, `$1` and `$2`, with its reply: the column `reply` of the one row of `work`, as JSON.
 */
export const NOTE_REPLY =
  'INSERT INTO inbox (message_id, request_digest, reply) SELECT $1, $2, reply FROM work';

/**
 * Makes a statement record its message, with the column `reply` of its one row.
 * @param change announced with the row's columns `owner_id` and `project_id`; nothing by default
 */
export function noting(work: Statement, change?: AnnouncedChange): NotingStatement {
  const announced = change ? `, announced AS (${announcingChange(change, 'work')})` : '';
  return {
    ...work,
    announces: change !== undefined,
    text: `WITH work AS (${work.text})${announced} ${NOTE_REPLY} RETURNING reply`,
  };
}

const repeatsCounter = new Counter({
  name: 'studiolo_inbox_repeats_total',
  help: 'Messages that had been handled before and were answered from the inbox',
  registers: [metricsRegistry],
});

const INSERT_NOTE = {
  name: 'insert-inbox-note',
  text: `INSERT INTO inbox (message_id, request_digest, reply, user_id, expires_at)
         VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second')`,
};
const SELECT_NOTE = {
  name: 'select-inbox-note',
  text: `SELECT reply, request_digest IS DISTINCT FROM $2 AS is_other_request
           FROM inbox WHERE message_id = $1`,
};

const INSERT_FIRST_RUN = {
  name: 'insert-first-run',
  text: 'INSERT INTO inbox (message_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1',
};

/** Deletes the stored replies that hold a user's data, in the transaction that deletes the user's other rows. */
export async function forgetUser(transaction: EntityManager, userId: string): Promise<void> {
  await transaction.delete(InboxMessage, { userId });
}

/** For work without a message, such as a job: records its id in its transaction; false when it was done before. */
export async function isFirstRun(transaction: EntityManager, id: string): Promise<boolean> {
  return (await runStatement(transaction, INSERT_FIRST_RUN, [id])).length > 0;
}

interface Note<Reply> {
  readonly reply: Reply;
  readonly is_other_request: boolean;
}

function nameOf(context: NamedMessage): MessageName {
  return { messageId: context.getMessageId(), digest: context.getMetadata().digest ?? null };
}

/** A repeat's insert waits for the first run's commit and then fails on the key. */
function noteOf<Reply>(context: NamedMessage, reply: Reply, owner: Owner<Reply> | undefined) {
  const { messageId, digest } = nameOf(context);
  const userId = typeof owner === 'function' ? owner(reply) : owner;
  const json = JSON.stringify(reply) ?? null;
  return [messageId, digest, json, userId ?? null, secondsUntilExpiry(context)];
}

/** An event may be published again within a day, and a client may use its Idempotency-Key again. */
function secondsUntilExpiry(context: NamedMessage): number {
  const isRepeatable = context.getDeadline() === undefined || nameOf(context).digest !== null;
  return isRepeatable ? REPEATABLE_SECONDS : DELIVERABLE_SECONDS;
}

/** @throws `failure` when no earlier run is recorded */
async function replyOfFirstRun<Reply>(
  target: DataSource | EntityManager,
  context: NamedMessage,
  failure: unknown,
): Promise<Reply> {
  if (isDatabaseUnavailable(failure)) throw failure;
  const note = await findNote<Reply>(target, nameOf(context));
  if (!note) throw failure;
  return note.reply;
}

/** @throws AppError IDEMPOTENCY_KEY_REUSED when the record belongs to another request */
async function findNote<Reply>(
  target: DataSource | EntityManager,
  { messageId, digest }: MessageName,
): Promise<Note<Reply> | undefined> {
  const [note] = await runStatement<Note<Reply>>(target, SELECT_NOTE, [messageId, digest]);
  if (note?.is_other_request) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  if (note) repeatsCounter.inc();
  return note;
}

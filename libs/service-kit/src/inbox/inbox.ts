import { Injectable } from '@nestjs/common';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';

import { AppError } from '../app-error.js';
import { runStatement, type Statement } from '../database/statement.js';
import { isDatabaseUnavailable } from '../database/unavailable.js';
import { metricsRegistry } from '../metrics/metrics.js';
import {
  type AnnouncedChange,
  changeEntry,
  insertingEntry,
  outboxUrgency,
} from '../outbox/outbox.js';
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
    work: (manager: EntityManager) => Promise<Reply>,
    owner?: Owner<Reply>,
  ): Promise<Reply> {
    try {
      const { reply, urgency } = await this.dataSource.transaction(async (manager) => {
        const reply = await work(manager);
        await runStatement(manager, INSERT_NOTE, noteOf(context, reply, owner));
        return { reply, urgency: outboxUrgency(manager) };
      });
      if (urgency === 'now') this.dispatcher.wake();
      if (urgency === 'soon') this.dispatcher.wakeSoon();
      return reply;
    } catch (error) {
      return this.replyOfFirstRun<Reply>(context, error);
    }
  }

  /**
   * Like `once`, for work that inserts one row and announces a change: one statement instead of a transaction of five.
   * @returns the row that this or an earlier run has inserted, as JSON; undefined when the statement inserts none
   * @throws AppError IDEMPOTENCY_KEY_REUSED when another request has used the message's name
   */
  async insertOnce<Row extends object>(
    context: NamedMessage,
    statement: OnceStatement<Row>,
    row: object,
    change: AnnouncedChange,
  ): Promise<Row | undefined> {
    const note = noteOf(context, undefined, change.userId);
    try {
      const values = [row, changeEntry(change), ...note];
      const [inserted] = await runStatement(this.dataSource, statement, values);
      if (inserted) this.dispatcher.wakeSoon();
      return inserted?.reply;
    } catch (error) {
      return this.replyOfFirstRun<Row>(context, error);
    }
  }

  /**
   * The reply to a message that was handled before; undefined if there is none.
   * @throws AppError IDEMPOTENCY_KEY_REUSED when another request has used the name
   */
  async findReply<Reply>(name: MessageName): Promise<Reply | undefined> {
    return (await this.findNote<Reply>(name))?.reply;
  }

  /** @throws `failure` when no earlier run is recorded */
  private async replyOfFirstRun<Reply>(context: NamedMessage, failure: unknown): Promise<Reply> {
    if (isDatabaseUnavailable(failure)) throw failure;
    const note = await this.findNote<Reply>(nameOf(context));
    if (!note) throw failure;
    return note.reply;
  }

  private async findNote<Reply>({
    messageId,
    digest,
  }: MessageName): Promise<Note<Reply> | undefined> {
    const [note] = await runStatement<Note<Reply>>(this.dataSource, SELECT_NOTE, [
      messageId,
      digest,
    ]);
    if (note?.is_other_request) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    if (note) repeatsCounter.inc();
    return note;
  }
}

const repeatsCounter = new Counter({
  name: 'studiolo_inbox_repeats_total',
  help: 'Messages that had been handled before and were answered from the inbox',
  registers: [metricsRegistry],
});

/** SQL that inserts an inbox row from a JSON parameter, to be kept for a number of seconds. */
const insertingNote = (note: string, seconds: string, reply: string, from = '') => `
  INSERT INTO inbox (message_id, request_digest, user_id, expires_at, reply)
  SELECT note.message_id, note.request_digest, note.user_id,
         now() + ${seconds}::integer * interval '1 second', ${reply}
    FROM jsonb_populate_record(NULL::inbox, ${note}) AS note ${from}`;

const INSERT_NOTE = {
  name: 'insert-inbox-note',
  text: insertingNote('$1', '$2', 'note.reply'),
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

/** A statement for `insertOnce`. */
export type OnceStatement<Row extends object> = Statement<{ reply: Row }>;

/**
 * Extends SQL that inserts a row from the JSON parameter `$1`: the same statement then also inserts the change (`$2`) into
 * the outbox and the message (`$3`, kept for `$4` seconds) into the inbox.
 */
export function insertingOnce<Row extends object>({
  name,
  text,
}: Statement<Row>): OnceStatement<Row> {
  return {
    ...(name && { name }),
    text: `WITH work AS (${text}),
                announced AS (${insertingEntry('$2')} WHERE EXISTS (SELECT FROM work))
           ${insertingNote('$3', '$4', 'to_jsonb(work)', ', work')} RETURNING reply`,
  };
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
  const user_id = typeof owner === 'function' ? owner(reply) : owner;
  const note = { message_id: messageId, request_digest: digest, user_id, reply };
  return [note, secondsUntilExpiry(context)];
}

/** An event may be published again within a day, and a client may use its Idempotency-Key again. */
function secondsUntilExpiry(context: NamedMessage): number {
  const isRepeatable = context.getDeadline() === undefined || nameOf(context).digest !== null;
  return isRepeatable ? REPEATABLE_SECONDS : DELIVERABLE_SECONDS;
}

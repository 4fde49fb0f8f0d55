import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';

import { AppError } from '../app-error.js';
import { afterMs } from '../database/database-clock.js';
import { insertingRow, runStatement, type Statement } from '../database/statement.js';
import { isDatabaseUnavailable } from '../database/unavailable.js';
import { currentMessage } from '../logging/request-context.js';
import { type AnnouncedChange, changeEntry } from '../outbox/outbox.js';
import { OutboxDispatcher } from '../outbox/outbox-dispatcher.js';
import { OutboxEntry } from '../outbox/outbox-entry.entity.js';
import { InboxMessage } from './inbox-message.entity.js';

interface MessageName {
  readonly messageId: string;
  /** Distinguishes requests under the same id; null if the sender did not choose the id. */
  readonly digest: string | null;
}

/** An event may be published again within a day, and a client may use its Idempotency-Key again. */
const REPEATABLE_MS = 24 * 60 * 60 * 1000;
/** Longer than any request has until its deadline, after which the transport delivers it no more. */
const DELIVERABLE_MS = 60_000;

const repeatsCounter = new Counter({
  name: 'studiolo_inbox_repeats_total',
  help: 'Messages that had been handled before and were answered from the inbox',
});

/** Makes the current message, which may arrive several times, take effect once. */
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
   * @param userId whose data the reply holds: `forgetUser` deletes it. Without it, the reply must not hold anybody's.
   * @throws AppError IDEMPOTENCY_KEY_REUSED when another request has used the message's name
   */
  async once<Reply>(
    work: (manager: EntityManager) => Promise<Reply>,
    userId?: string,
  ): Promise<Reply> {
    return this.orFirstReply(() =>
      this.dataSource.transaction(async (manager) => {
        const reply = await work(manager);
        await runStatement(manager, INSERT_MESSAGE, handled(reply, userId));
        return reply;
      }),
    );
  }

  /**
   * Like `once`, for work that inserts one row and announces a change: one statement instead of a transaction of five
   * (docs/adr/0010).
   * @param insert made by `insertingOnce`
   * @returns the reply of this or an earlier run; undefined when nothing was inserted
   */
  async insertOnce<Reply>(
    insert: Statement,
    { row, change, reply }: { row: object; change: AnnouncedChange; reply: Reply },
  ): Promise<Reply | undefined> {
    const values = [row, changeEntry(change), ...handled(reply, change.userId)];
    return this.orFirstReply(async () => {
      const { length } = await runStatement(this.dataSource, insert, values);
      return length === 0 ? undefined : reply;
    });
  }

  /**
   * The reply to a message that was handled before; undefined if there is none.
   * @throws AppError IDEMPOTENCY_KEY_REUSED when another request has used the name
   */
  async findReply<Reply>(name: MessageName): Promise<Reply | undefined> {
    const message = await this.find(name);
    return message?.reply as Reply | undefined;
  }

  /** Runs the work, or returns the reply that an earlier run has recorded. */
  private async orFirstReply<Reply>(run: () => Promise<Reply>): Promise<Reply> {
    try {
      const reply = await run();
      this.dispatcher.wakeSoon();
      return reply;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      const message = await this.find(nameOfCurrent());
      if (!message) throw error;
      return message.reply as Reply;
    }
  }

  private async find({ messageId, digest }: MessageName): Promise<InboxMessage | null> {
    const message = await this.dataSource.manager.findOneBy(InboxMessage, {
      message_id: messageId,
    });
    if (message && message.request_digest !== digest) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    if (message) repeatsCounter.inc();
    return message;
  }
}

/** A repeat's insert waits for the first run's commit and then fails on the key. */
const INSERT_MESSAGE = {
  name: 'insert-message',
  text: insertingRow(InboxMessage, '$1', { expires_at: afterMs('$2') }),
};

/**
 * Extends SQL that inserts a row from the JSON parameter `$1`: the same statement then also inserts the change (`$2`) into
 * the outbox and the message (`$3`) into the inbox for `$4` milliseconds.
 */
export function insertingOnce({ name, text }: Statement): Statement {
  return {
    ...(name && { name }),
    text: `WITH work AS (${text}),
                announced AS (${insertingRow(OutboxEntry, '$2')} CROSS JOIN work)
           ${insertingRow(InboxMessage, '$3', { expires_at: afterMs('$4') })} CROSS JOIN work RETURNING 1`,
  };
}

/** Deletes the stored replies that hold a user's data, in the transaction that deletes the user's other rows. */
export async function forgetUser(transaction: EntityManager, userId: string): Promise<void> {
  await transaction.delete(InboxMessage, { user_id: userId });
}

const INSERT_FIRST_RUN = {
  name: 'insert-first-run',
  text: 'INSERT INTO inbox (message_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1',
};

/** For work without a message, such as a job: records its id in its transaction; false when it was done before. */
export async function isFirstRun(transaction: EntityManager, id: string): Promise<boolean> {
  return (await runStatement(transaction, INSERT_FIRST_RUN, [id])).length > 0;
}

function nameOfCurrent(): MessageName {
  const message = currentMessage();
  return { messageId: message.getMessageId(), digest: message.getMetadata().digest ?? null };
}

/** The row that records the current message, whose keys are columns of the table, and for how many milliseconds. */
function handled(
  reply: unknown,
  userId: string | undefined,
): [Omit<InboxMessage, 'expires_at'>, number] {
  const { messageId, digest } = nameOfCurrent();
  const isRepeatable = currentMessage().getDeadline() === undefined || digest !== null;
  const message = {
    message_id: messageId,
    user_id: userId ?? null,
    request_digest: digest,
    reply,
  };
  return [message, isRepeatable ? REPEATABLE_MS : DELIVERABLE_MS];
}

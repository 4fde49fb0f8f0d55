import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';

import { AppError } from '../app-error.js';
import { afterMs } from '../database/database-clock.js';
import { columnsOf, execute, insertingRow, readRows, rowsOf } from '../database/statement.js';
import { isDatabaseUnavailable } from '../database/unavailable.js';
import { currentMessage } from '../logging/request-context.js';
import { OutboxDispatcher } from '../outbox/outbox-dispatcher.js';
import { InboxMessage } from './inbox-message.entity.js';

interface MessageKey {
  readonly messageId: string;
  /** Distinguishes requests under the same id; null if the sender did not choose the id. */
  readonly digest: string | null;
}

/** An event may be published again within a day, and a client may use its Idempotency-Key again. */
const REPEATABLE_MS = 24 * 60 * 60 * 1000;
/** Longer than any deadline. */
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
    return this.runOrReplay(() =>
      this.dataSource.transaction(async (manager) => {
        const reply = await work(manager);
        await execute(manager, INSERT_MESSAGE, inboxRow(reply, userId));
        return reply;
      }),
    );
  }

  /**
   * The reply to a message that was handled before; undefined if there is none.
   * @throws AppError IDEMPOTENCY_KEY_REUSED when another request has used the name
   */
  async findReply<Reply>(key: MessageKey): Promise<Reply | undefined> {
    const message = await this.find(key);
    return message?.reply as Reply | undefined;
  }

  /** Runs the work, or returns the reply that an earlier run has recorded. */
  private async runOrReplay<Reply>(run: () => Promise<Reply>): Promise<Reply> {
    try {
      const reply = await run();
      this.dispatcher.wakeSoon();
      return reply;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      const message = await this.find(messageKey());
      if (!message) throw error;
      return message.reply as Reply;
    }
  }

  private async find({ messageId, digest }: MessageKey): Promise<HandledMessage | undefined> {
    const [message] = await readRows(this.dataSource, SELECT_MESSAGE, [messageId]);
    if (message && message.requestDigest !== digest) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    if (message) repeatsCounter.inc();
    return message;
  }
}

const handledSchema = z.object({ requestDigest: z.string().nullable(), reply: z.unknown() });
type HandledMessage = z.infer<typeof handledSchema>;

const SELECT_MESSAGE = rowsOf(InboxMessage, handledSchema, (columns) => ({
  name: 'select-message',
  text: `SELECT ${columns} FROM inbox WHERE message_id = $1`,
}));

/** A repeat's insert waits for the first run's commit and then fails on the key. */
const INSERT_MESSAGE = {
  name: 'insert-message',
  text: insertingRow(InboxMessage, '$1', { expiresAt: afterMs('$2') }),
};

/** Deletes the stored replies that hold a user's data, in the transaction that deletes the user's other rows. */
export async function forgetUser(transaction: EntityManager, userId: string): Promise<void> {
  await transaction.delete(InboxMessage, { userId });
}

const INSERT_FIRST_RUN = {
  name: 'insert-first-run',
  text: 'INSERT INTO inbox (message_id) VALUES ($1) ON CONFLICT DO NOTHING',
};

/** For work without a message, such as a job: records its id in its transaction; false when it was done before. */
export async function isFirstRun(transaction: EntityManager, id: string): Promise<boolean> {
  return (await execute(transaction, INSERT_FIRST_RUN, [id])) > 0;
}

function messageKey(): MessageKey {
  const message = currentMessage();
  return { messageId: message.getMessageId(), digest: message.getMetadata().digest ?? null };
}

/** The row that records the current message, by its columns, and for how many milliseconds. */
function inboxRow(
  reply: unknown,
  userId: string | undefined,
): [row: Record<string, unknown>, ms: number] {
  const { messageId, digest } = messageKey();
  const isRepeatable = currentMessage().getDeadline() === undefined || digest !== null;
  const message = { messageId, userId: userId ?? null, requestDigest: digest, reply };
  return [columnsOf(InboxMessage, message), isRepeatable ? REPEATABLE_MS : DELIVERABLE_MS];
}

import { Injectable } from '@nestjs/common';
import type { RedisStreamsContext } from '@studiolo/transport';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';

import { runStatement, type Statement } from '../database/statement.js';
import { Transaction } from '../database/transaction.js';
import { isDatabaseUnavailable } from '../database/unavailable.js';
import { metricsRegistry } from '../metrics/metrics.js';
import { hasOutboxEntries } from '../outbox/outbox.js';
import { OutboxDispatcher } from '../outbox/outbox-dispatcher.js';

/** Gives a message that may arrive several times its effect once. */
@Injectable()
export class Inbox {
  constructor(
    private readonly dataSource: DataSource,
    private readonly dispatcher: OutboxDispatcher,
  ) {}

  /**
   * Runs `work` in one transaction together with a note that this message was handled. A repeat gets
   * the first run's reply, also when its own run fails over what the first has left; one that arrives
   * meanwhile waits for it. When `work` throws, nothing stays.
   */
  async once<Reply>(
    context: Pick<RedisStreamsContext, 'getMessageId'>,
    work: (transaction: EntityManager) => Promise<Reply>,
  ): Promise<Reply> {
    const messageId = context.getMessageId();
    const transaction = await Transaction.begin(this.dataSource);
    try {
      const reply = await work(transaction.manager);
      await transaction.commitWith(noteOf(messageId, reply));
      if (hasOutboxEntries(transaction.manager)) this.dispatcher.wake();
      return reply;
    } catch (error) {
      await transaction.rollBack();
      return await replyOfFirstRun<Reply>(transaction.manager, messageId, error);
    } finally {
      await transaction.release();
    }
  }

  /**
   * The same for work that is a single statement, in a single round trip.
   * @param work made by `noting`
   * @param values of the work, which begin at `$2`
   * @returns undefined when the work has no row, which is not noted, and no earlier run had one
   */
  async onceInStatement<Reply>(
    context: Pick<RedisStreamsContext, 'getMessageId'>,
    work: Statement,
    values: unknown[],
  ): Promise<Reply | undefined> {
    const messageId = context.getMessageId();
    try {
      const noted = [messageId, ...values];
      const [row] = await runStatement<{ reply: Reply }>(this.dataSource, work, noted);
      return (row ?? (await findNote<Reply>(this.dataSource, messageId)))?.reply;
    } catch (error) {
      return replyOfFirstRun<Reply>(this.dataSource, messageId, error);
    }
  }
}

/** A statement that notes its message, `$1`, with the reply: the column `reply` of its one row, as JSON. */
export function noting(work: Statement): Statement {
  return {
    ...work,
    text: `WITH work AS (${work.text})
           INSERT INTO inbox (message_id, reply) SELECT $1, reply FROM work RETURNING reply`,
  };
}

const repeatsCounter = new Counter({
  name: 'studiolo_inbox_repeats_total',
  help: 'Messages that had been handled before and were answered from the inbox',
  registers: [metricsRegistry],
});

const INSERT_NOTE = {
  name: 'insert-inbox-note',
  text: 'INSERT INTO inbox (message_id, reply) VALUES ($1, $2)',
};
const SELECT_REPLY = {
  name: 'select-reply',
  text: 'SELECT reply FROM inbox WHERE message_id = $1',
};

/** Where a repeat waits for the end of the first run, and then fails on the key. */
function noteOf(messageId: string, reply: unknown) {
  return { ...INSERT_NOTE, values: [messageId, JSON.stringify(reply) ?? null] };
}

/** @throws `failure` when no earlier run has left a note */
async function replyOfFirstRun<Reply>(
  target: DataSource | EntityManager,
  messageId: string,
  failure: unknown,
): Promise<Reply> {
  if (isDatabaseUnavailable(failure)) throw failure;
  const note = await findNote<Reply>(target, messageId);
  if (!note) throw failure;
  return note.reply;
}

async function findNote<Reply>(
  target: DataSource | EntityManager,
  messageId: string,
): Promise<{ reply: Reply } | undefined> {
  const [note] = await runStatement<{ reply: Reply }>(target, SELECT_REPLY, [messageId]);
  if (note) repeatsCounter.inc();
  return note;
}

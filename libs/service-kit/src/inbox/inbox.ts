import { Injectable } from '@nestjs/common';
import type { RedisStreamsContext } from '@studiolo/transport';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';

import { runStatement } from '../database/statement.js';
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
   * the first run's reply; one that arrives meanwhile waits for it. When `work` throws, nothing stays.
   */
  async once<Reply>(
    context: Pick<RedisStreamsContext, 'getMessageId'>,
    work: (transaction: EntityManager) => Promise<Reply>,
  ): Promise<Reply> {
    const messageId = context.getMessageId();
    let hasEntries = false;
    const reply = await this.dataSource.transaction(async (transaction) => {
      const isFirst = await claim(transaction, messageId);
      if (!isFirst) return storedReply<Reply>(transaction, messageId);
      const result = await work(transaction);
      if (result !== undefined) await storeReply(transaction, messageId, result);
      hasEntries = hasOutboxEntries(transaction);
      return result;
    });
    if (hasEntries) this.dispatcher.wake();
    return reply;
  }
}

const repeatsCounter = new Counter({
  name: 'studiolo_inbox_repeats_total',
  help: 'Messages that had been handled before and were answered from the inbox',
  registers: [metricsRegistry],
});

const CLAIM = {
  name: 'claim-message',
  text: 'INSERT INTO inbox (message_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1',
};
const STORE_REPLY = {
  name: 'store-reply',
  text: 'UPDATE inbox SET reply = $2 WHERE message_id = $1',
};
const SELECT_REPLY = {
  name: 'select-reply',
  text: 'SELECT reply FROM inbox WHERE message_id = $1',
};

/** False for a repeat; one that arrives during the first run waits here for its end. */
async function claim(transaction: EntityManager, messageId: string): Promise<boolean> {
  const rows = await runStatement(transaction, CLAIM, [messageId]);
  return rows.length === 1;
}

async function storeReply(
  transaction: EntityManager,
  messageId: string,
  reply: unknown,
): Promise<void> {
  await runStatement(transaction, STORE_REPLY, [messageId, JSON.stringify(reply)]);
}

async function storedReply<Reply>(transaction: EntityManager, messageId: string): Promise<Reply> {
  repeatsCounter.inc();
  const [row] = await runStatement<{ reply: Reply }>(transaction, SELECT_REPLY, [messageId]);
  if (!row) throw new Error(`The inbox has lost the message ${messageId}`);
  return row.reply;
}

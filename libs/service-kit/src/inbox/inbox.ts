import { Injectable } from '@nestjs/common';
import type { RedisStreamsContext } from '@studiolo/transport';
import { DataSource, type EntityManager } from 'typeorm';

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
    const reply = await this.dataSource.transaction(async (transaction) => {
      const isFirst = await this.claim(transaction, messageId);
      if (!isFirst) return this.storedReply<Reply>(transaction, messageId);
      const result = await work(transaction);
      await transaction.query('UPDATE inbox SET reply = $2 WHERE message_id = $1', [
        messageId,
        JSON.stringify(result ?? null),
      ]);
      return result;
    });
    this.dispatcher.wake();
    return reply;
  }

  private async claim(transaction: EntityManager, messageId: string): Promise<boolean> {
    const rows: unknown[] = await transaction.query(
      'INSERT INTO inbox (message_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING message_id',
      [messageId],
    );
    return rows.length === 1;
  }

  private async storedReply<Reply>(transaction: EntityManager, messageId: string): Promise<Reply> {
    const rows: { reply: Reply }[] = await transaction.query(
      'SELECT reply FROM inbox WHERE message_id = $1',
      [messageId],
    );
    const [row] = rows;
    if (!row) throw new Error(`The inbox has lost the message ${messageId}`);
    return row.reply;
  }
}

import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import type { LinkPurpose } from '../links/link-mail.js';
import { MailQueue } from './mail-queue.js';

const INTERVAL_MS = 30_000;
const OVERDUE = '30 seconds';
const BATCH_SIZE = 500;

/**
 * Adds unsent mails to the queue again. A job that is still there, waiting or parked, is not added twice; this restores
 * the jobs of a Redis that lost its data.
 */
@Injectable()
export class UnsentMails extends PeriodicTask {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: MailQueue,
  ) {
    super(INTERVAL_MS);
  }

  async run(): Promise<void> {
    const mails: { id: string; purpose: LinkPurpose }[] = await this.dataSource.query(
      `SELECT id, purpose FROM link_mails
        WHERE sent_at IS NULL AND created_at < now() - $1::interval AND expires_at > now()
        ORDER BY created_at LIMIT $2`,
      [OVERDUE, BATCH_SIZE],
    );
    for (const mail of mails) await this.queue.add(mail.purpose, mail.id);
  }
}

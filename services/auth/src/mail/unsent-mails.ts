import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@studiolo/service-kit';
import { DataSource, IsNull } from 'typeorm';

import { inFuture, olderThan } from '../database-clock.js';
import { LinkMail } from '../entities/link-mail.entity.js';
import { MailQueue } from './mail-queue.js';

const INTERVAL_MS = 30_000;
const OVERDUE_SECONDS = 30;
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
    const mails = await this.dataSource.manager.find(LinkMail, {
      where: { sentAt: IsNull(), createdAt: olderThan(OVERDUE_SECONDS), expiresAt: inFuture() },
      order: { createdAt: 'ASC' },
      take: BATCH_SIZE,
    });
    for (const mail of mails) await this.queue.add(mail.purpose, mail.id);
  }
}

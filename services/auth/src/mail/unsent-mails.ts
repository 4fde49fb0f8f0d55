import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { LinkPurpose } from '../links/link-mail.js';
import { MailQueue } from './mail-queue.js';

const INTERVAL_MS = 30_000;
const OVERDUE = '30 seconds';
const BATCH_SIZE = 500;

/**
 * Puts mails that are not sent yet into the queue again. A job that is still there, waiting or parked,
 * is not added twice; this brings back those of a Redis that came up empty.
 */
@Injectable()
export class UnsentMails implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(UnsentMails.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: MailQueue,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.requeue(), INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Errors are logged: the mails are still there at the next look. */
  async requeue(): Promise<void> {
    try {
      const mails: { id: string; purpose: LinkPurpose }[] = await this.dataSource.query(
        `SELECT id, purpose FROM link_mails
          WHERE sent_at IS NULL AND created_at < now() - $1::interval AND expires_at > now()
          ORDER BY created_at LIMIT $2`,
        [OVERDUE, BATCH_SIZE],
      );
      for (const mail of mails) await this.queue.add(mail.purpose, mail.id);
    } catch (error) {
      this.logger.warn({ err: error }, 'Unsent mails are looked for again later');
    }
  }
}

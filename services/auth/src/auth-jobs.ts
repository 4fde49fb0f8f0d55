import { Injectable } from '@nestjs/common';
import { isFirstRun, type JobPublisher, OutboxDispatcher } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { mailPurposes } from './entities/link-mail.entity.js';
import { LookUps, lookUpSchema } from './look-ups/look-ups.js';
import { MailQueue } from './mail/mail-queue.js';

/** Adds mails from the outbox to their queue, and runs look-ups, once and in a transaction. */
@Injectable()
export class AuthJobs implements JobPublisher {
  constructor(
    dispatcher: OutboxDispatcher,
    private readonly dataSource: DataSource,
    private readonly queue: MailQueue,
    private readonly lookUps: LookUps,
  ) {
    dispatcher.publishJobsWith(this);
  }

  async publish({ id, name, data }: { id: string; name: string; data: unknown }): Promise<void> {
    if (mailPurposes.some((purpose) => purpose === name)) return this.queue.add(name, id);
    const lookUp = lookUpSchema.parse({ name, data });
    await this.dataSource.transaction(async (transaction) => {
      if (await isFirstRun(transaction, id)) await this.lookUps.run(transaction, lookUp);
    });
  }
}

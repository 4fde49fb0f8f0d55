import { Injectable } from '@nestjs/common';
import { isFirstRun, type JobPublisher, OutboxDispatcher } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { lookUpSchema } from './look-ups/look-up.js';
import { LookUps } from './look-ups/look-ups.js';
import { mailJobSchema, MailQueue } from './mail/mail-queue.js';

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

  async publish({ id, ...job }: { id: string; name: string; data: unknown }): Promise<void> {
    const mail = mailJobSchema.safeParse(job);
    if (mail.success) return this.queue.add(mail.data.name, id);
    const lookUp = lookUpSchema.parse(job);
    await this.dataSource.transaction(async (transaction) => {
      if (await isFirstRun(transaction, id)) await this.lookUps.run(transaction, lookUp);
    });
  }
}

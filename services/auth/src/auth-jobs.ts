import { Injectable } from '@nestjs/common';
import { mailJobSchema } from '@studiolo/contracts';
import { isFirstRun, JobPublisher } from '@studiolo/service-kit';
import { DataSource, type EntityManager } from 'typeorm';

import { MailResetLink } from './forgot-password/mail-reset-link.js';
import {
  MAIL_NEW_EMAIL,
  type OwnJob,
  ownJobSchema,
  RESEND_VERIFICATION,
  RESET_LINK,
} from './jobs/own-job.js';
import { MailQueue } from './mail/mail-queue.js';
import { ResendMail } from './resend-verification/resend-mail.js';
import { MailNewEmail } from './update-profile/mail-new-email.js';

/** Handles jobs from the outbox: mails go to their queue, everything else runs here, once and in a transaction. */
@Injectable()
export class AuthJobs extends JobPublisher {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mailResetLink: MailResetLink,
    private readonly resendMail: ResendMail,
    private readonly mailNewEmail: MailNewEmail,
    private readonly mails: MailQueue,
  ) {
    super();
  }

  async publish({ id, ...job }: { id: string; name: string; data: unknown }): Promise<void> {
    const mail = mailJobSchema.safeParse(job);
    if (mail.success) return this.mails.add(mail.data.name, id);
    const own = ownJobSchema.parse(job);
    await this.dataSource.transaction(async (transaction) => {
      if (await isFirstRun(transaction, id)) await this.run(transaction, own);
    });
  }

  private run(transaction: EntityManager, { name, data }: OwnJob): Promise<void> {
    switch (name) {
      case RESET_LINK:
        return this.mailResetLink.run(transaction, data);
      case RESEND_VERIFICATION:
        return this.resendMail.run(transaction, data);
      case MAIL_NEW_EMAIL:
        return this.mailNewEmail.run(transaction, data);
    }
  }
}

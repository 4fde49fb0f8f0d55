import { Injectable } from '@nestjs/common';
import { mailJobSchema } from '@studiolo/contracts';
import { JobPublisher } from '@studiolo/service-kit';

import { MailResetLink } from './forgot-password/mail-reset-link.js';
import { MAIL_NEW_EMAIL, ownJobSchema, RESEND_VERIFICATION, RESET_LINK } from './jobs/own-job.js';
import { MailQueue } from './mail/mail-queue.js';
import { ResendMail } from './resend-verification/resend-mail.js';
import { MailNewEmail } from './update-profile/mail-new-email.js';

/** Handles jobs from the outbox: mails go to their queue, everything else runs here. */
@Injectable()
export class AuthJobs extends JobPublisher {
  constructor(
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
    const { name, data } = ownJobSchema.parse(job);
    switch (name) {
      case RESET_LINK:
        return this.mailResetLink.run(id, data);
      case RESEND_VERIFICATION:
        return this.resendMail.run(id, data);
      case MAIL_NEW_EMAIL:
        return this.mailNewEmail.run(id, data);
    }
  }
}

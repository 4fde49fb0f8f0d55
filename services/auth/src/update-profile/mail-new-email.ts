import { Injectable } from '@nestjs/common';
import { isFirstRun } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { Accounts, lockAddress } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import { Attempt } from '../entities/attempt.entity.js';
import type { MailNewEmailJob } from '../jobs/own-job.js';
import { LinkMails } from '../links/link-mails.js';
import { MailLimits } from '../links/mail-limits.js';

/**
 * Mails the new address of an account: a link, or a notice that the address has an account already. Runs from the
 * outbox, so that neither the answer nor its time reveals which.
 */
@Injectable()
export class MailNewEmail {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly mails: LinkMails,
    private readonly limits: MailLimits,
  ) {}

  /** @param jobId makes a repeat of the same job do nothing */
  async run(jobId: string, { attemptId, email }: MailNewEmailJob['data']): Promise<void> {
    await this.dataSource.transaction(async (transaction) => {
      if (!(await isFirstRun(transaction, jobId))) return;
      await lockAddress(transaction, email);
      const attempt = await this.attempts.find(transaction, attemptId);
      if (!attempt || (await this.limits.isTooSoon(transaction, { attemptId }))) return;
      const holder = await this.accounts.lock(transaction, { email });
      if (!holder) return this.attempts.mail(transaction, attempt);
      await this.mails.send(transaction, { userId: holder.id, purpose: 'email-taken', email });
      await transaction.delete(Attempt, attemptId);
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Accounts, lockAddress } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import { Attempt } from '../entities/attempt.entity.js';
import type { JobData, MAIL_NEW_EMAIL } from '../jobs/own-job.js';
import { LinkMails } from '../links/link-mails.js';
import { MailLimits } from '../links/mail-limits.js';

/**
 * Mails the new address of an account: a link, or a notice that the address has an account already. Runs from the
 * outbox, so that neither the answer nor its time reveals which.
 */
@Injectable()
export class MailNewEmail {
  constructor(
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly mails: LinkMails,
    private readonly limits: MailLimits,
  ) {}

  async run(
    transaction: EntityManager,
    { attemptId, email }: JobData<typeof MAIL_NEW_EMAIL>,
  ): Promise<void> {
    await lockAddress(transaction, email);
    const attempt = await this.attempts.find(transaction, attemptId);
    if (!attempt || (await this.limits.isTooSoon(transaction, { attemptId }))) return;
    const holder = await this.accounts.lock(transaction, { email });
    if (!holder) return this.attempts.mail(transaction, attempt);
    await this.mails.send(transaction, { userId: holder.id, purpose: 'email-taken', email });
    await transaction.delete(Attempt, attemptId);
  }
}

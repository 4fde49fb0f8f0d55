import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Accounts, lockAddress } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import type { Attempt } from '../entities/attempt.entity.js';
import type { JobData, RESEND_VERIFICATION } from '../jobs/own-job.js';
import { MailLimits } from '../links/mail-limits.js';

/**
 * Mails a verification link again if there is something to verify and no limit is reached. Runs from the outbox, so
 * that neither the answer nor its time reveals which.
 */
@Injectable()
export class ResendMail {
  constructor(
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly limits: MailLimits,
    @Inject(AUTH_SETTINGS)
    private readonly settings: Pick<AuthSettings, 'EMAIL_VERIFICATION'>,
  ) {}

  async run(transaction: EntityManager, job: JobData<typeof RESEND_VERIFICATION>): Promise<void> {
    if (this.settings.EMAIL_VERIFICATION === 'off') return;
    await lockAddress(transaction, job.email);
    const attempt = await this.find(transaction, job);
    if (!attempt) return;
    if (await this.limits.isTooSoon(transaction, { attemptId: attempt.id })) return;
    await this.attempts.mailWithinLimits(transaction, attempt, job.network);
  }

  private async find(
    transaction: EntityManager,
    { email, attempt: id }: JobData<typeof RESEND_VERIFICATION>,
  ): Promise<Attempt | null> {
    if (id !== undefined) {
      const attempt = await this.attempts.find(transaction, id);
      return attempt?.email === email ? attempt : null;
    }
    const [newest] = await this.attempts.findSignUps(transaction, email);
    return (
      newest ??
      (await this.attempts.findNewestChange(transaction, email)) ??
      this.openForUnverified(transaction, email)
    );
  }

  /** An account can have an unverified address: from before verification was required. */
  private async openForUnverified(
    transaction: EntityManager,
    email: string,
  ): Promise<Attempt | null> {
    const account = await this.accounts.lock(transaction, { email });
    if (!account || account.emailVerified) return null;
    const { name, passwordHash } = account;
    return this.attempts.open(transaction, { email, name, passwordHash });
  }
}

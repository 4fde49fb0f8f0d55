import { Inject, Injectable } from '@nestjs/common';
import { isFirstRun } from '@studiolo/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { Accounts } from '../accounts/accounts.js';
import { lockAddress } from '../accounts/lock-address.js';
import { Attempts, type OpenAttempt } from '../attempts/attempts.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import type { ResendVerificationJob } from '../jobs/own-job.js';
import { MailLimits } from '../links/mail-limits.js';

/**
 * Mails a verification link again if there is something to verify and no limit is reached. Runs from the outbox, so
 * that neither the answer nor its time reveals which.
 */
@Injectable()
export class ResendMail {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly limits: MailLimits,
    @Inject(AUTH_SETTINGS)
    private readonly settings: Pick<AuthSettings, 'EMAIL_VERIFICATION'>,
  ) {}

  /** @param jobId makes a repeat of the same job do nothing */
  async run(jobId: string, job: ResendVerificationJob['data']): Promise<void> {
    if (this.settings.EMAIL_VERIFICATION === 'off') return;
    await this.dataSource.transaction(async (transaction) => {
      if (!(await isFirstRun(transaction, jobId))) return;
      await lockAddress(transaction, job.email);
      const attempt = await this.find(transaction, job);
      if (!attempt || (await this.limits.isTooSoon(transaction, attempt.id))) return;
      if ((await this.limits.takeForAddress(transaction, job.email)) > 0) return;
      await this.attempts.mail(transaction, attempt);
    });
  }

  private async find(
    transaction: EntityManager,
    { email, attempt: id }: ResendVerificationJob['data'],
  ): Promise<OpenAttempt | undefined> {
    if (id !== undefined) {
      const attempt = await this.attempts.find(transaction, id);
      return attempt?.email === email ? attempt : undefined;
    }
    const newest = await this.attempts.findNewest(transaction, email);
    return newest ?? this.openForUnverified(transaction, email);
  }

  /** An account can have an unverified address: from before verification was required, or from an older version. */
  private async openForUnverified(
    transaction: EntityManager,
    email: string,
  ): Promise<OpenAttempt | undefined> {
    const account = await this.accounts.lockByEmail(transaction, email);
    if (!account || account.emailVerified) return undefined;
    const attempt = { id: uuidv7(), accountId: account.id, email };
    await this.attempts.open(transaction, attempt.id, attempt);
    return attempt;
  }
}

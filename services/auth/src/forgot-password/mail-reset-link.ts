import { Injectable } from '@nestjs/common';
import { isFirstRun } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { Accounts } from '../accounts/accounts.js';
import { LinkMails } from '../links/link-mails.js';
import { MailLimits } from '../links/mail-limits.js';

/**
 * Mails a reset link if an account with a password has the address and the last mail is old enough. Runs from the
 * outbox, so that neither the answer nor its time reveals which.
 */
@Injectable()
export class MailResetLink {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: Accounts,
    private readonly mails: LinkMails,
    private readonly limits: MailLimits,
  ) {}

  /** @param jobId makes a repeat of the same job do nothing */
  async run(jobId: string, email: string): Promise<void> {
    await this.dataSource.transaction(async (transaction) => {
      if (!(await isFirstRun(transaction, jobId))) return;
      const account = await this.accounts.lockByEmail(transaction, email);
      if (account?.passwordHash == null) return;
      if (await this.limits.isTooSoon(transaction, account.id)) return;
      const purpose = 'reset-password';
      await this.mails.send(transaction, { accountId: account.id, purpose, email });
    });
  }
}

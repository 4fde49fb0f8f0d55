import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Accounts } from '../accounts/accounts.js';
import type { JobData, RESET_LINK } from '../jobs/own-job.js';
import { LinkMails } from '../links/link-mails.js';
import { MailLimits } from '../links/mail-limits.js';

const PURPOSE = { purpose: 'reset-password' } as const;

/**
 * Mails a reset link if an account that is not Google's has the address and the last mail is old enough. Runs from the
 * outbox, so that neither the answer nor its time reveals which.
 */
@Injectable()
export class MailResetLink {
  constructor(
    private readonly accounts: Accounts,
    private readonly mails: LinkMails,
    private readonly limits: MailLimits,
  ) {}

  async run(
    transaction: EntityManager,
    { email, network }: JobData<typeof RESET_LINK>,
  ): Promise<void> {
    const account = await this.accounts.lock(transaction, { email });
    if (!account || (account.passwordHash === null && account.googleId !== null)) return;
    const owner = { userId: account.id, ...PURPOSE };
    if (await this.limits.isTooSoon(transaction, owner)) return;
    if (await this.limits.takeForAddress(transaction, { email, network })) return;
    await this.mails.send(transaction, { ...owner, email });
  }
}

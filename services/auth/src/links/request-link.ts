import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { Accounts } from '../accounts/accounts.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import type { RequestLinkJob } from '../jobs/auth-job.js';
import { LinkMail, type LinkPurpose } from './link-mail.entity.js';
import { LinkMails } from './link-mails.js';

/** The least time between two mails of one purpose to one address. */
const COOLDOWN_SECONDS = 60;

interface Addressee {
  readonly accountId: string;
  readonly purpose: LinkPurpose;
}

/**
 * Mails the link somebody asked for, if an account has the address and the last mail is not too fresh.
 * Runs from the outbox, so that nobody learns from the answer or its time which of these was so.
 */
@Injectable()
export class RequestLink {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: Accounts,
    private readonly mails: LinkMails,
    @Inject(AUTH_SETTINGS)
    private readonly settings: Pick<AuthSettings, 'EMAIL_VERIFICATION' | 'RATE_LIMITS'>,
  ) {}

  async run({ purpose, email }: RequestLinkJob['data']): Promise<void> {
    await this.dataSource.transaction(async (transaction) => {
      const addressee =
        purpose === 'reset-password'
          ? await this.findForReset(transaction, email)
          : await this.findForVerification(transaction, email);
      if (!addressee || (await this.isTooSoon(transaction, addressee))) return;
      await this.mails.send(transaction, { ...addressee, email });
    });
  }

  private async findForReset(
    transaction: EntityManager,
    email: string,
  ): Promise<Addressee | undefined> {
    const account = await this.accounts.lockByEmail(transaction, email);
    if (account?.passwordHash == null) return undefined;
    return { accountId: account.id, purpose: 'reset-password' };
  }

  /** An address may wait for its verification as an account's first one or as its next one. */
  private async findForVerification(
    transaction: EntityManager,
    email: string,
  ): Promise<Addressee | undefined> {
    if (this.settings.EMAIL_VERIFICATION === 'off') return undefined;
    const account = await this.accounts.lockByEmail(transaction, email);
    if (account) {
      return account.emailVerified ? undefined : { accountId: account.id, purpose: 'verify-email' };
    }
    const purpose = 'verify-new-email';
    const change = await transaction.findOneBy(LinkMail, { email, purpose });
    if (!change) return undefined;
    await this.accounts.lock(transaction, change.accountId);
    const isStillWanted = await transaction.existsBy(LinkMail, { id: change.id });
    return isStillWanted ? { accountId: change.accountId, purpose } : undefined;
  }

  private async isTooSoon(transaction: EntityManager, addressee: Addressee): Promise<boolean> {
    if (this.settings.RATE_LIMITS === 'off') return false;
    return transaction
      .createQueryBuilder(LinkMail, 'mail')
      .where('mail.accountId = :accountId AND mail.purpose = :purpose', addressee)
      .andWhere(`mail.createdAt > now() - :seconds * interval '1 second'`, {
        seconds: COOLDOWN_SECONDS,
      })
      .getExists();
  }
}

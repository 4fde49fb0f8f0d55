import { Injectable } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';

import { Accounts, lockAddress } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import { Ownership } from '../attempts/ownership.js';
import { Account } from '../entities/account.entity.js';
import { LinkMails } from '../links/link-mails.js';
import type { Entry } from '../sessions/sign-in.js';
import type { GoogleIdentity } from './google-identity.js';

/** Finds, joins or opens the account of somebody whose address Google has verified. */
@Injectable()
export class GoogleAccounts {
  constructor(
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly mails: LinkMails,
    private readonly ownership: Ownership,
  ) {}

  async enter(transaction: EntityManager, identity: GoogleIdentity): Promise<Entry> {
    const { googleId, email } = identity;
    await lockAddress(transaction, `google ${googleId}`);
    const known = await this.accounts.lock(transaction, { googleId });
    if (known) return { userId: known.id };
    await lockAddress(transaction, email);
    const account = await this.accounts.lock(transaction, { email });
    return account ? this.join(transaction, account, identity) : this.open(transaction, identity);
  }

  private async join(
    transaction: EntityManager,
    account: Account,
    { googleId, name }: GoogleIdentity,
  ): Promise<Entry> {
    // A concurrent code of the same person has linked it already.
    if (account.googleId === googleId) return { userId: account.id };
    // The address has moved to another Google account; the first one keeps the account that it opened.
    if (account.googleId !== null) throw new AppError('GOOGLE_CODE_REJECTED');
    if (!account.emailVerified) {
      const owner = { googleId, name, passwordHash: null };
      return { userId: await this.ownership.handOver(transaction, account, owner) };
    }
    await transaction.update(Account, account.id, { googleId });
    await this.mails.revoke(transaction, account.id);
    return { userId: account.id };
  }

  private async open(
    transaction: EntityManager,
    { googleId, email, name }: GoogleIdentity,
  ): Promise<Entry> {
    const account = { googleId, email, name, emailVerified: true };
    const userId = await this.accounts.open(transaction, account);
    await this.attempts.endForAddress(transaction, email);
    return { userId };
  }
}

import { Injectable } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { Account } from '../accounts/account.entity.js';
import { Accounts } from '../accounts/accounts.js';
import { lockAddress } from '../accounts/lock-address.js';
import { Attempts } from '../attempts/attempts.js';
import { LinkMails } from '../links/link-mails.js';
import { HandOver } from '../ownership/hand-over.js';
import type { Admission } from '../sessions/sign-in.js';
import type { GoogleIdentity } from './google-identity.js';

/** Finds, joins or opens the account of somebody whose address Google has verified. */
@Injectable()
export class GoogleAccounts {
  constructor(
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly mails: LinkMails,
    private readonly handOver: HandOver,
  ) {}

  async admit(transaction: EntityManager, identity: GoogleIdentity): Promise<Admission> {
    const known = await this.accounts.lockByGoogleId(transaction, identity.googleId);
    if (known) return { accountId: known.id };
    await lockAddress(transaction, identity.email);
    const account = await this.accounts.lockByEmail(transaction, identity.email);
    return account ? this.join(transaction, account, identity) : this.open(transaction, identity);
  }

  private async join(
    transaction: EntityManager,
    account: Account,
    { googleId, name }: GoogleIdentity,
  ): Promise<Admission> {
    // A concurrent code of the same person has linked it already.
    if (account.googleId === googleId) return { accountId: account.id };
    // The address has moved to another Google account; the first one keeps the account that it opened.
    if (account.googleId !== null) throw new AppError('GOOGLE_CODE_REJECTED');
    if (!account.emailVerified) {
      return this.handOver.apply(transaction, account, { googleId, name, passwordHash: null });
    }
    await transaction.update(Account, account.id, { googleId });
    await this.mails.revoke(transaction, account.id);
    return { accountId: account.id };
  }

  private async open(
    transaction: EntityManager,
    { googleId, email, name }: GoogleIdentity,
  ): Promise<Admission> {
    const id = uuidv7();
    await transaction.insert(Account, { id, googleId, email, name, emailVerified: true });
    await this.attempts.endForAddress(transaction, email);
    return { accountId: id };
  }
}

import { Injectable } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { Account } from '../accounts/account.entity.js';
import { Accounts } from '../accounts/accounts.js';
import { LinkMails } from '../links/link-mails.js';
import type { Admission } from '../sessions/sign-in.js';
import { Sessions } from '../sessions/sessions.js';
import type { GoogleIdentity } from './google-identity.js';

/** Finds, joins or opens the account of somebody whose address Google has verified. */
@Injectable()
export class GoogleAccounts {
  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly mails: LinkMails,
  ) {}

  async admit(transaction: EntityManager, identity: GoogleIdentity): Promise<Admission> {
    const known = await this.accounts.lockByGoogleId(transaction, identity.googleId);
    if (known) return { accountId: known.id };
    const account = await this.accounts.lockByEmail(transaction, identity.email);
    return account ? this.join(transaction, account, identity) : this.open(transaction, identity);
  }

  private async join(
    transaction: EntityManager,
    account: Account,
    { googleId, name }: GoogleIdentity,
  ): Promise<Admission> {
    // Another code of the same person was quicker.
    if (account.googleId === googleId) return { accountId: account.id };
    // The address has moved to another Google account; the first one keeps what it opened.
    if (account.googleId !== null) throw new AppError('GOOGLE_CODE_REJECTED');
    await this.mails.revoke(transaction, account.id, ['verify-email', 'verify-new-email']);
    if (account.emailVerified) {
      await transaction.update(Account, account.id, { googleId });
      return { accountId: account.id };
    }
    // Whoever signed up never showed that the address is theirs: nothing of them may stay valid.
    const changes = { googleId, name, emailVerified: true, passwordHash: null };
    await transaction.update(Account, account.id, changes);
    await this.mails.revoke(transaction, account.id, ['reset-password']);
    const endedSessions = await this.sessions.endAll(transaction, account.id);
    return { accountId: account.id, endedSessions };
  }

  private async open(
    transaction: EntityManager,
    { googleId, email, name }: GoogleIdentity,
  ): Promise<Admission> {
    const id = uuidv7();
    await transaction.insert(Account, { id, googleId, email, name, emailVerified: true });
    return { accountId: id };
  }
}

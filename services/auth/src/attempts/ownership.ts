import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Accounts } from '../accounts/accounts.js';
import { Account } from '../entities/account.entity.js';
import type { Attempt } from '../entities/attempt.entity.js';
import { LinkMails } from '../links/link-mails.js';
import { Sessions } from '../sessions/sessions.js';
import { Attempts } from './attempts.js';

type NewOwner = Partial<Pick<Account, 'name' | 'googleId'>> & Pick<Account, 'passwordHash'>;

type VerifiedAccount = Pick<Account, 'name' | 'email'> &
  Partial<Pick<Account, 'passwordHash' | 'googleId'>>;

/** Decides whose an account is by who proves its address. Callers hold the locks of the address and the account. */
@Injectable()
export class Ownership {
  constructor(
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly sessions: Sessions,
    private readonly mails: LinkMails,
  ) {}

  /**
   * Makes a sign-up the account of its address and ends all other sign-ups. The password must have been typed by somebody
   * who also has the mailbox: that is sure of the sign-up that was made on the page that opens the link, and unknown while
   * sign-ups with different passwords wait. Then the account has no password, and a mail lets the owner of the mailbox
   * choose one.
   * @param ownId the sign-up that was made on the page that opens the link
   * @throws AppError EMAIL_TAKEN
   */
  async confirmSignUp(
    transaction: EntityManager,
    confirmed: Attempt,
    ownId?: string,
  ): Promise<{ userId: string; passwordResetSent: boolean }> {
    const { email } = confirmed;
    const waiting = await this.attempts.findSignUps(transaction, email);
    const own = waiting.find(({ id }) => id === ownId);
    const isDisputed = waiting.some(({ passwordHash }) => passwordHash !== confirmed.passwordHash);
    const passwordResetSent = isDisputed && !own;
    const { name, passwordHash } = own ?? confirmed;
    const owner = { name, passwordHash: passwordResetSent ? null : passwordHash };
    const holder = await this.accounts.lock(transaction, { email });
    const userId =
      holder && !holder.emailVerified
        ? await this.handOver(transaction, holder, owner)
        : await this.open(transaction, { email, ...owner });
    if (passwordResetSent) {
      await this.mails.send(transaction, { userId, purpose: 'reset-password', email });
    }
    return { userId, passwordResetSent };
  }

  /**
   * Opens an account whose owner has proved the address, and ends the sign-ups for it.
   * @throws AppError EMAIL_TAKEN
   */
  async open(transaction: EntityManager, account: VerifiedAccount): Promise<string> {
    const userId = await this.accounts.open(transaction, { ...account, emailVerified: true });
    await this.attempts.endForAddress(transaction, account.email);
    return userId;
  }

  /**
   * Hands an account over to the person who has just proved its address. Its previous user may be somebody else, so
   * their password, sessions and links all end.
   */
  async handOver(
    transaction: EntityManager,
    { id, email }: Pick<Account, 'id' | 'email'>,
    owner: NewOwner,
  ): Promise<string> {
    await transaction.update(Account, id, { ...owner, emailVerified: true });
    await this.mails.revoke(transaction, id);
    await this.attempts.endForAddress(transaction, email);
    await this.sessions.endAll(transaction, id);
    return id;
  }
}

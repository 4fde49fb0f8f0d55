import { Injectable } from '@nestjs/common';
import { VERIFICATION_TOKEN_TTL_MS } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { afterMs, inFuture } from '@studiolo/service-kit/database';
import { type EntityManager, IsNull, Raw } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { Accounts, type NewAccount } from '../accounts/accounts.js';
import { Account } from '../entities/account.entity.js';
import { Attempt } from '../entities/attempt.entity.js';
import { LinkMails } from '../mail/link-mails.js';
import { MailLimits } from '../mail/mail-limits.js';
import { Sessions } from '../sessions/sessions.js';

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

/** What a mail needs of an attempt. */
export type Recipient = Pick<Attempt, 'id' | 'email' | 'userId'>;

type NewOwner = Partial<Pick<Account, 'name' | 'email' | 'googleId'>> &
  Pick<Account, 'passwordHash'>;

/**
 * Sign-ups and changes of address that wait. Whoever proves the address owns the account. Callers hold the locks of the
 * address and of the account.
 */
@Injectable()
export class Attempts {
  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly mails: LinkMails,
    private readonly limits: MailLimits,
  ) {}

  /** Begins a sign-up without sending its mail; with a `userId`, a change of that account's address. */
  async begin(
    transaction: EntityManager,
    attempt: Pick<Attempt, 'email' | 'name' | 'passwordHash'> & { readonly userId?: string },
  ): Promise<Recipient> {
    const begun = { userId: null, ...attempt, id: uuidv7() };
    await transaction.insert(Attempt, { ...begun, expiresAt: afterMs(VERIFICATION_TOKEN_TTL_MS) });
    return begun;
  }

  /** Sends another mail after the commit. Links sent before stay valid until they expire. */
  async mail(
    transaction: EntityManager,
    { id, email, userId }: Recipient,
    signUpPurpose: 'confirm-sign-up' | 'open-forgotten-sign-up' = 'confirm-sign-up',
  ): Promise<void> {
    const purpose = userId === null ? signUpPurpose : 'confirm-new-email';
    await transaction.update(Attempt, id, { expiresAt: afterMs(VERIFICATION_TOKEN_TTL_MS) });
    await this.mails.send(transaction, { attemptId: id, purpose, email });
  }

  /** Like `mail`, unless a limit is reached. Returns 0, or the seconds to wait. */
  async mailWithinLimits(
    transaction: EntityManager,
    attempt: Recipient,
    network: string | undefined,
  ): Promise<number> {
    const { email } = attempt;
    const waitSeconds = await this.limits.takeForAddress(transaction, { email, network });
    if (waitSeconds === 0) await this.mail(transaction, attempt);
    return waitSeconds;
  }

  /** A sign-up for an address by its id, also an expired one that is still remembered. */
  findSignUp(transaction: EntityManager, email: string, id: string): Promise<Attempt | null> {
    return transaction.findOneBy(Attempt, { id, email, userId: IsNull() });
  }

  /** The sign-ups that wait for an address, newest first. The limits of the gateway bound their number. */
  findSignUps(manager: EntityManager, email: string): Promise<Attempt[]> {
    const where = { email, userId: IsNull(), expiresAt: inFuture() };
    return manager.find(Attempt, { where, order: NEWEST_FIRST });
  }

  /** The change of address that an account waits for. */
  findChange(
    transaction: EntityManager,
    change: { readonly id: string } | { readonly userId: string },
  ): Promise<Attempt | null> {
    return transaction.findOneBy(Attempt, { ...change, expiresAt: inFuture() });
  }

  /**
   * Makes a sign-up the account of its address and ends all other sign-ups. The password must have been typed by somebody
   * who also has the mailbox. We know this only for the sign-up made on the page that opens the link, and not
   * when that page names a sign-up that is not remembered, or while different passwords were typed for the address. Then
   * the account has no password, and a mail lets the owner of the mailbox choose one.
   * @param opened `ownId`: the sign-up that was made on the page that opens the link; `isForgotten`: whether the link was
   * asked for by somebody who did not know the password
   * @throws AppError EMAIL_TAKEN
   */
  async confirmSignUp(
    transaction: EntityManager,
    confirmed: Attempt,
    { ownId, isForgotten = false }: { ownId?: string | undefined; isForgotten?: boolean } = {},
  ): Promise<{ userId: string; passwordResetSent: boolean }> {
    const { email } = confirmed;
    const holder = await this.accounts.lock(transaction, { email });
    const own = ownId === undefined ? null : await this.findSignUp(transaction, email, ownId);
    const isDisputed =
      own === null &&
      (isForgotten ||
        ownId !== undefined ||
        (await this.hasOtherPassword(transaction, confirmed, holder)));
    const { name, passwordHash } = own ?? confirmed;
    const owner = { name, passwordHash: isDisputed ? null : passwordHash };
    const userId =
      holder && !holder.emailVerified
        ? await this.replaceOwner(transaction, holder, owner)
        : await this.openAccount(transaction, { email, ...owner });
    if (isDisputed) {
      await this.mails.sendPasswordLink(transaction, { id: userId, email, passwordHash: null });
    }
    return { userId, passwordResetSent: isDisputed };
  }

  /** Whether another password was typed for the address, in any sign-up that is remembered or in its unverified account. */
  private async hasOtherPassword(
    transaction: EntityManager,
    { email, passwordHash }: Attempt,
    holder: Account | null,
  ): Promise<boolean> {
    if (holder && holder.passwordHash !== passwordHash) return true;
    return transaction.existsBy(Attempt, {
      email,
      userId: IsNull(),
      passwordHash: Raw((column) => `${column} IS DISTINCT FROM :passwordHash`, { passwordHash }),
    });
  }

  /**
   * Opens an account whose owner has proved the address, and ends the attempts for it.
   * @throws AppError EMAIL_TAKEN
   */
  async openAccount(
    transaction: EntityManager,
    account: Omit<NewAccount, 'emailVerified'>,
  ): Promise<string> {
    const userId = await this.accounts.open(transaction, { ...account, emailVerified: true });
    await this.mails.keepOpened(transaction, userId, account.email);
    await transaction.delete(Attempt, { email: account.email });
    return userId;
  }

  /**
   * Opens an account whose address nobody has proved. It does not get one that another account can still have back.
   * @throws AppError EMAIL_TAKEN
   */
  async openUnproved(
    transaction: EntityManager,
    account: Omit<NewAccount, 'emailVerified'>,
  ): Promise<string> {
    if (await this.mails.findUndo(transaction, account.email)) throw new AppError('EMAIL_TAKEN');
    return this.accounts.open(transaction, { ...account, emailVerified: false });
  }

  /**
   * Hands an account over to the person who has just proved its address. Its previous user may be somebody else, so
   * their password, sessions and links all end, and so do the attempts for the address.
   */
  async replaceOwner(
    transaction: EntityManager,
    { id, email }: Pick<Account, 'id' | 'email'>,
    owner: NewOwner,
  ): Promise<string> {
    await transaction.update(Account, id, { ...owner, emailVerified: true });
    await this.mails.keepOpened(transaction, id, email);
    await this.mails.revoke(transaction, id);
    await transaction.delete(Attempt, { email });
    await this.sessions.endAll(transaction, id);
    return id;
  }
}

import { Controller } from '@nestjs/common';
import { authMessages, type RequestOf, userDeleted } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import { Inbox, recordEvent } from '@studiolo/service-kit/database';
import type { EntityManager } from 'typeorm';

import { Accounts, lockAddress, recordProfileChange, toUser } from '../accounts/accounts.js';
import { Account } from '../entities/account.entity.js';
import { LinkMails } from '../mail/link-mails.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { Sessions } from '../sessions/sessions.js';
import { settleBefore } from '../settle-before.js';
import { type EmailOutcome, NewEmail } from './new-email.js';

type Messages = typeof authMessages;
type PasswordChange = RequestOf<Messages['changePassword']>;

/** Shows, changes and deletes the account of a signed-in user. */
@Controller()
export class ProfileHandlers {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly newEmail: NewEmail,
    private readonly hasher: PasswordHasher,
    private readonly sessions: Sessions,
    private readonly mails: LinkMails,
  ) {}

  @HandleMessage(authMessages.getProfile)
  async get({ userId }: RequestOf<Messages['getProfile']>) {
    return { user: toUser(await this.accounts.get(userId)) };
  }

  @HandleMessage(authMessages.updateProfile)
  async update(request: RequestOf<Messages['updateProfile']>) {
    const outcome = await this.inbox.once((transaction) => this.applyUpdate(transaction, request));
    // Thrown after the commit, since a failed transaction would not count the change.
    if (outcome === 'taken') throw new AppError('EMAIL_TAKEN');
    const user = toUser(await this.accounts.get(request.userId));
    return { user, emailPending: outcome === 'pending' };
  }

  private async applyUpdate(
    transaction: EntityManager,
    { userId, sessionId, name, email, network }: RequestOf<Messages['updateProfile']>,
  ): Promise<EmailOutcome> {
    if (email !== undefined) await lockAddress(transaction, email);
    const account = await this.accounts.lockOwn(transaction, userId);
    let outcome: EmailOutcome = 'unchanged';
    // A form may send the account's own address along.
    if (email !== undefined && email !== account.email) {
      outcome = await this.newEmail.apply(transaction, account, { email, sessionId, network });
    }
    if (outcome === 'taken') return outcome;
    if (name !== undefined) await transaction.update(Account, userId, { name });
    await recordProfileChange(transaction, userId);
    return outcome;
  }

  @HandleMessage(authMessages.changePassword)
  async changePassword(request: PasswordChange) {
    const checked = await settleBefore(this.checkPassword(request));
    await this.inbox.once(async (transaction) => {
      const { oldHash, newHash } = checked();
      const account = await this.accounts.lockOwn(transaction, request.userId);
      // The password was changed or reset after the check.
      if (account.passwordHash !== oldHash) throw new AppError('WRONG_PASSWORD');
      await transaction.update(Account, account.id, { passwordHash: newHash });
      await this.mails.revoke(transaction, account.id);
      await this.sessions.endAll(transaction, account.id, request.sessionId);
    });
    return { user: toUser(await this.accounts.get(request.userId)) };
  }

  private async checkPassword({ userId, currentPassword, password }: PasswordChange) {
    const account = await this.accounts.get(userId);
    if (account.googleId !== null) throw new AppError('GOOGLE_MANAGED_PASSWORD');
    const hashes = account.passwordHash === null ? [] : [account.passwordHash];
    const oldHash = await this.hasher.findMatch(currentPassword, hashes);
    if (oldHash === undefined) throw new AppError('WRONG_PASSWORD');
    return { oldHash, newHash: await this.hasher.hash(password) };
  }

  /** Deletes an account with its sessions and links; its projects and files follow by event. */
  @HandleMessage(authMessages.deleteAccount)
  async deleteAccount({ userId }: RequestOf<Messages['deleteAccount']>) {
    await this.inbox.once(async (transaction) => {
      const account = await this.accounts.lockOwn(transaction, userId);
      await this.sessions.endAll(transaction, account.id, undefined, 'account_deleted');
      await transaction.delete(Account, account.id);
      await recordEvent(transaction, userDeleted, { userId: account.id });
    });
    return {};
  }
}

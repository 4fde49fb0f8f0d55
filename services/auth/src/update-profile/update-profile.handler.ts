import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import type { EntityManager } from 'typeorm';

import { Accounts, announceProfile, lockAddress, toUser } from '../accounts/accounts.js';
import { Account } from '../entities/account.entity.js';
import { type EmailOutcome, NewEmail } from './new-email.js';

type Message = typeof authMessages.updateProfile;

@Controller()
export class UpdateProfileHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly newEmail: NewEmail,
  ) {}

  @HandleMessage(authMessages.updateProfile)
  async execute(
    request: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const outcome = await this.inbox.once(context, (transaction) =>
      this.update(transaction, request),
    );
    // Thrown after the commit, since a failed transaction would not count the change.
    if (outcome === 'taken') throw new AppError('EMAIL_TAKEN');
    const user = toUser(await this.accounts.get(request.userId));
    return { user, emailPending: outcome === 'pending' };
  }

  private async update(
    transaction: EntityManager,
    { userId, sessionId, name, email, network }: RequestOf<Message>,
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
    await announceProfile(transaction, userId);
    return outcome;
  }
}

import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf, userDeleted } from '@studiolo/contracts';
import { announce, HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { Accounts } from '../accounts/accounts.js';
import { Account } from '../entities/account.entity.js';
import { Sessions } from '../sessions/sessions.js';

type Message = typeof authMessages.deleteAccount;

/** Deletes an account with its sessions and links; its projects and files follow by event. */
@Controller()
export class DeleteAccountHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
  ) {}

  @HandleMessage(authMessages.deleteAccount)
  async execute(
    { userId }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    await this.inbox.once(context, async (transaction) => {
      const account = await this.accounts.lockOwn(transaction, userId);
      await this.sessions.endAll(transaction, account.id, undefined, 'account_deleted');
      await transaction.delete(Account, account.id);
      await announce(transaction, userDeleted, { userId: account.id });
    });
    return {};
  }
}

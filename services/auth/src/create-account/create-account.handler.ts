import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { Accounts, lockAddress, toUser } from '../accounts/accounts.js';
import { Ownership } from '../attempts/ownership.js';
import { lookUpLater } from '../look-ups/look-up.js';

type Message = typeof authMessages.createAccount;

/** Opens an account on an operator's behalf; its owner sets the first password through the mailed link. */
@Controller()
export class CreateAccountHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly ownership: Ownership,
  ) {}

  @HandleMessage(authMessages.createAccount)
  async execute(
    { email, name }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const id = await this.inbox.once(context, async (transaction) => {
      await lockAddress(transaction, email);
      const opened = await this.ownership.open(transaction, { email, name });
      await lookUpLater(transaction, { name: 'reset-link', data: { email } });
      return opened;
    });
    return { user: toUser(await this.accounts.get(id)) };
  }
}

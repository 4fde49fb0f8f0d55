import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { enqueue, HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { v7 as uuidv7 } from 'uuid';

import { Accounts, lockAddress } from '../accounts/accounts.js';
import { toUser } from '../accounts/to-user.js';
import { Attempts } from '../attempts/attempts.js';
import { RESET_LINK } from '../jobs/own-job.js';

type Message = typeof authMessages.createAccount;

/** Opens an account on an operator's behalf; its owner sets the first password through the mailed link. */
@Controller()
export class CreateAccountHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
  ) {}

  @HandleMessage(authMessages.createAccount)
  async execute(
    { email, name }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const id = await this.inbox.once(context, async (transaction) => {
      await lockAddress(transaction, email);
      const account = { email, name, emailVerified: true };
      const opened = await this.accounts.open(transaction, account);
      await this.attempts.endForAddress(transaction, email);
      await enqueue(transaction, { id: uuidv7(), name: RESET_LINK, data: { email } });
      return opened;
    });
    return { user: toUser(await this.accounts.get(id)) };
  }
}

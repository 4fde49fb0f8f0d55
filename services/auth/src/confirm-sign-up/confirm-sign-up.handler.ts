import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { Accounts, lockAddress, toUser } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import { Ownership } from '../attempts/ownership.js';

type Message = typeof authMessages.confirmSignUp;

/** Confirms the address of a sign-up without its mailed link, and signs nobody in. */
@Controller()
export class ConfirmSignUpHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly ownership: Ownership,
  ) {}

  @HandleMessage(authMessages.confirmSignUp)
  async execute(
    { email }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const userId = await this.inbox.once(context, async (transaction) => {
      await lockAddress(transaction, email);
      const [signUp] = await this.attempts.findSignUps(transaction, email);
      return signUp ? (await this.ownership.confirmSignUp(transaction, signUp)).userId : null;
    });
    return { user: userId === null ? null : toUser(await this.accounts.get(userId)) };
  }
}

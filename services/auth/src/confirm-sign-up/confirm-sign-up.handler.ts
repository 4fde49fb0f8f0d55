import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { Accounts } from '../accounts/accounts.js';
import { lockAddress } from '../accounts/lock-address.js';
import { toUser } from '../accounts/to-user.js';
import { Attempts } from '../attempts/attempts.js';
import { OpenAccount } from '../ownership/open-account.js';
import type { Admission } from '../sessions/sign-in.js';

type Message = typeof authMessages.confirmSignUp;

/** Confirms the address of a sign-up without its mailed link, and signs nobody in. */
@Controller()
export class ConfirmSignUpHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly openAccount: OpenAccount,
  ) {}

  @HandleMessage(authMessages.confirmSignUp)
  async execute(
    { email }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const admission = await this.inbox.once(
      context,
      async (transaction): Promise<Admission | null> => {
        await lockAddress(transaction, email);
        const signUp = await this.attempts.findNewestSignUp(transaction, email);
        return signUp ? this.openAccount.apply(transaction, signUp) : null;
      },
    );
    if (!admission) return { user: null };
    return { user: toUser(await this.accounts.get(admission.accountId)) };
  }
}

import { randomBytes } from 'node:crypto';

import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { enqueue, HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { v7 as uuidv7 } from 'uuid';

import { Accounts } from '../accounts/accounts.js';
import { lockAddress } from '../accounts/lock-address.js';
import { toUser } from '../accounts/to-user.js';
import { Attempts } from '../attempts/attempts.js';
import { REQUEST_LINK } from '../jobs/job-names.js';
import { PasswordHasher } from '../passwords/password-hasher.js';

type Message = typeof authMessages.createAccount;

/** Opens an account on an operator's behalf; its owner sets the first password through the mailed link. */
@Controller()
export class CreateAccountHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly hasher: PasswordHasher,
  ) {}

  @HandleMessage(authMessages.createAccount)
  async execute(
    { email, name }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const passwordHash = await this.hasher.hash(randomBytes(32).toString('base64url'));
    const id = await this.inbox.once(context, async (transaction) => {
      await lockAddress(transaction, email);
      const account = { email, name, passwordHash, emailVerified: true };
      const opened = await this.accounts.open(transaction, account);
      await this.attempts.endForAddress(transaction, email);
      const data = { purpose: 'reset-password', email };
      await enqueue(transaction, { id: uuidv7(), name: REQUEST_LINK, data });
      return opened;
    });
    return { user: toUser(await this.accounts.get(id)) };
  }
}

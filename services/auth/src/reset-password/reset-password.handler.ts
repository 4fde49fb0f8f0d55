import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { Accounts } from '../accounts/accounts.js';
import { lockAddress } from '../accounts/lock-address.js';
import { LinkMails } from '../links/link-mails.js';
import { HandOver } from '../ownership/hand-over.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { settle } from '../settle.js';

type Message = typeof authMessages.resetPassword;

interface Checked {
  readonly accountId: string;
  readonly email: string;
  readonly passwordHash: string;
}

@Controller()
export class ResetPasswordHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly mails: LinkMails,
    private readonly hasher: PasswordHasher,
    private readonly handOver: HandOver,
  ) {}

  @HandleMessage(authMessages.resetPassword)
  async execute(
    request: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const checked = await settle(this.check(request));
    const { accountId: userId } = await this.inbox.once(context, async (transaction) => {
      const { accountId, email, passwordHash } = checked();
      await lockAddress(transaction, email);
      await this.accounts.lock(transaction, accountId);
      // The link was used or replaced after the check.
      const mail = await this.mails.findReset(request.token, transaction);
      if (!mail) throw new AppError('INVALID_RESET_TOKEN');
      // The link was sent by mail, so its holder owns the address.
      return this.handOver.apply(transaction, { id: accountId, email }, { passwordHash });
    });
    return { userId };
  }

  /** Hashes only for a valid token, so that made-up ones cost nothing. */
  private async check({ token, password }: RequestOf<Message>): Promise<Checked> {
    const mail = await this.mails.findReset(token);
    if (!mail) throw new AppError('INVALID_RESET_TOKEN');
    const { accountId, email } = mail;
    return { accountId, email, passwordHash: await this.hasher.hash(password) };
  }
}

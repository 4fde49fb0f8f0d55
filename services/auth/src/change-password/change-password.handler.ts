import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { Accounts, toUser } from '../accounts/accounts.js';
import { deferError } from '../defer-error.js';
import { Account } from '../entities/account.entity.js';
import { LinkMails } from '../links/link-mails.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { Sessions } from '../sessions/sessions.js';

type Message = typeof authMessages.changePassword;

interface Checked {
  readonly oldHash: string | null;
  readonly newHash: string;
}

@Controller()
export class ChangePasswordHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly hasher: PasswordHasher,
    private readonly sessions: Sessions,
    private readonly mails: LinkMails,
  ) {}

  @HandleMessage(authMessages.changePassword)
  async execute(
    request: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const checked = await deferError(this.check(request));
    await this.inbox.once(context, async (transaction) => {
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

  private async check({ userId, currentPassword, password }: RequestOf<Message>): Promise<Checked> {
    const account = await this.accounts.get(userId);
    if (account.googleId !== null) throw new AppError('GOOGLE_MANAGED_PASSWORD');
    if (!(await this.hasher.matches(currentPassword, account.passwordHash))) {
      throw new AppError('WRONG_PASSWORD');
    }
    return { oldHash: account.passwordHash, newHash: await this.hasher.hash(password) };
  }
}

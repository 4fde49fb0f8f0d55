import { Injectable } from '@nestjs/common';
import { AppError, Inbox } from '@studiolo/service-kit';
import type { authMessages } from '@studiolo/contracts';
import type { RedisStreamsContext } from '@studiolo/transport';
import type { z } from 'zod';

import { Account } from '../accounts/account.entity.js';
import { Accounts } from '../accounts/accounts.js';
import { toUser } from '../accounts/to-user.js';
import { LinkMails } from '../links/link-mails.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionCache } from '../sessions/session-cache.js';
import { Sessions } from '../sessions/sessions.js';
import { settle } from '../settle.js';

type Request = z.output<typeof authMessages.changePassword.request>;
type Reply = z.input<typeof authMessages.changePassword.reply>;

interface Checked {
  readonly oldHash: string | null;
  readonly newHash: string;
}

@Injectable()
export class ChangePasswordHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly hasher: PasswordHasher,
    private readonly sessions: Sessions,
    private readonly mails: LinkMails,
    private readonly cache: SessionCache,
  ) {}

  async handle(request: Request, context: RedisStreamsContext): Promise<Reply> {
    const checked = await settle(this.check(request));
    const ended = await this.inbox.once(context, async (transaction) => {
      const { oldHash, newHash } = checked();
      const account = await this.accounts.lockOwn(transaction, request.userId);
      // Changed or reset since it was checked.
      if (account.passwordHash !== oldHash) throw new AppError('WRONG_PASSWORD');
      await transaction.update(Account, account.id, { passwordHash: newHash });
      await this.mails.revoke(transaction, account.id);
      return this.sessions.endAll(transaction, account.id, request.sessionId);
    });
    await this.cache.endNow(ended);
    return { user: toUser(await this.accounts.get(request.userId)) };
  }

  private async check({ userId, currentPassword, password }: Request): Promise<Checked> {
    const account = await this.accounts.get(userId);
    if (account.googleId !== null) throw new AppError('GOOGLE_MANAGED_PASSWORD');
    if (!(await this.hasher.matches(currentPassword, account.passwordHash))) {
      throw new AppError('WRONG_PASSWORD');
    }
    return { oldHash: account.passwordHash, newHash: await this.hasher.hash(password) };
  }
}

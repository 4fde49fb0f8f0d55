import { Injectable } from '@nestjs/common';
import type { authMessages } from '@studiolo/contracts';
import { AppError, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from '@studiolo/transport';
import type { z } from 'zod';

import { Account } from '../accounts/account.entity.js';
import { Accounts } from '../accounts/accounts.js';
import type { LinkPurpose } from '../links/link-mail.entity.js';
import { LinkMails } from '../links/link-mails.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionCache } from '../sessions/session-cache.js';
import { Sessions } from '../sessions/sessions.js';
import { settle } from '../settle.js';

type Request = z.output<typeof authMessages.resetPassword.request>;

const PURPOSES: readonly LinkPurpose[] = ['reset-password'];

interface Checked {
  readonly accountId: string;
  readonly passwordHash: string;
}

@Injectable()
export class ResetPasswordHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly mails: LinkMails,
    private readonly hasher: PasswordHasher,
    private readonly sessions: Sessions,
    private readonly cache: SessionCache,
  ) {}

  async handle(request: Request, context: RedisStreamsContext): Promise<Record<string, never>> {
    const checked = await settle(this.check(request));
    const ended = await this.inbox.once(context, async (transaction) => {
      const { accountId, passwordHash } = checked();
      await this.accounts.lock(transaction, accountId);
      const mail = await this.mails.use(transaction, request.token, PURPOSES);
      if (!mail) throw new AppError('INVALID_RESET_TOKEN');
      // The link came by mail: whoever has it owns the address.
      await transaction.update(Account, accountId, { passwordHash, emailVerified: true });
      await this.mails.revoke(transaction, accountId, ['verify-email', 'verify-new-email']);
      return this.sessions.endAll(transaction, accountId);
    });
    await this.cache.endNow(ended);
    return {};
  }

  /** Hashes only for a token that is good, so that made-up ones cost nothing. */
  private async check({ token, password }: Request): Promise<Checked> {
    const mail = await this.mails.findByToken(token, PURPOSES);
    if (!mail) throw new AppError('INVALID_RESET_TOKEN');
    return { accountId: mail.accountId, passwordHash: await this.hasher.hash(password) };
  }
}

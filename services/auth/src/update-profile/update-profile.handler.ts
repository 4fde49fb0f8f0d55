import { Inject, Injectable } from '@nestjs/common';
import { AppError, Inbox } from '@studiolo/service-kit';
import type { authMessages } from '@studiolo/contracts';
import type { RedisStreamsContext } from '@studiolo/transport';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';

import { Account } from '../accounts/account.entity.js';
import { Accounts } from '../accounts/accounts.js';
import { toUser } from '../accounts/to-user.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import { ChangeEmail } from '../accounts/change-email.js';
import { LinkMails } from '../links/link-mails.js';
import { SessionCache } from '../sessions/session-cache.js';

type Request = z.output<typeof authMessages.updateProfile.request>;
type Reply = z.input<typeof authMessages.updateProfile.reply>;

interface EmailOutcome {
  readonly emailPending: boolean;
  readonly endedSessions: readonly string[];
}

const UNCHANGED: EmailOutcome = { emailPending: false, endedSessions: [] };

@Injectable()
export class UpdateProfileHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly changeEmail: ChangeEmail,
    private readonly mails: LinkMails,
    private readonly cache: SessionCache,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'EMAIL_VERIFICATION'>,
  ) {}

  async handle(request: Request, context: RedisStreamsContext): Promise<Reply> {
    const outcome = await this.inbox.once(context, async (transaction) => {
      const account = await this.accounts.lockOwn(transaction, request.userId);
      if (request.name !== undefined) {
        await transaction.update(Account, account.id, { name: request.name });
      }
      return this.applyEmail(transaction, account, request);
    });
    await this.cache.endNow(outcome.endedSessions);
    const user = toUser(await this.accounts.get(request.userId));
    return { user, emailPending: outcome.emailPending };
  }

  /** The profile form always sends the address along: the one the account has is no change. */
  private async applyEmail(
    transaction: EntityManager,
    account: Account,
    { email, sessionId }: Request,
  ): Promise<EmailOutcome> {
    if (email === undefined || email === account.email) return UNCHANGED;
    if (account.googleId !== null) throw new AppError('GOOGLE_MANAGED_EMAIL');
    if (await this.accounts.isTaken(transaction, email, account.id)) {
      throw new AppError('EMAIL_TAKEN');
    }
    if (this.settings.EMAIL_VERIFICATION === 'required') {
      const purpose = 'verify-new-email';
      await this.mails.send(transaction, { accountId: account.id, purpose, email });
      return { emailPending: true, endedSessions: [] };
    }
    const change = { email, isVerified: false, keptSessionId: sessionId };
    const endedSessions = await this.changeEmail.apply(transaction, account.id, change);
    return { emailPending: false, endedSessions };
  }
}

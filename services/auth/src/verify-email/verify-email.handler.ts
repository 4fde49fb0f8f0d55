import { Injectable } from '@nestjs/common';
import type { authMessages } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import type { RedisStreamsContext } from '@studiolo/transport';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';

import { Account } from '../accounts/account.entity.js';
import { Accounts } from '../accounts/accounts.js';
import { ChangeEmail } from '../accounts/change-email.js';
import type { LinkPurpose } from '../links/link-mail.entity.js';
import { LinkMails } from '../links/link-mails.js';
import { type Admission, SignIn, type SignedIn } from '../sessions/sign-in.js';

type Request = z.output<typeof authMessages.verifyEmail.request>;

const PURPOSES: readonly LinkPurpose[] = ['verify-email', 'verify-new-email'];

/** Proves an account's first or next address and signs in whoever had the link. */
@Injectable()
export class VerifyEmailHandler {
  constructor(
    private readonly signIn: SignIn,
    private readonly accounts: Accounts,
    private readonly mails: LinkMails,
    private readonly changeEmail: ChangeEmail,
  ) {}

  handle({ token }: Request, context: RedisStreamsContext): Promise<SignedIn> {
    return this.signIn.once(context, (transaction) => this.verify(transaction, token));
  }

  private async verify(transaction: EntityManager, token: string): Promise<Admission> {
    // The account is locked before its link, as everywhere, so that no two requests wait for each other.
    const found = await this.mails.findByToken(token, PURPOSES, transaction);
    if (!found) throw new AppError('INVALID_VERIFICATION_TOKEN');
    const { accountId } = found;
    await this.accounts.lock(transaction, accountId);
    const mail = await this.mails.use(transaction, token, PURPOSES);
    if (!mail) throw new AppError('INVALID_VERIFICATION_TOKEN');
    if (mail.purpose === 'verify-new-email') {
      const change = { email: mail.email, isVerified: true };
      return {
        accountId,
        endedSessions: await this.changeEmail.apply(transaction, accountId, change),
      };
    }
    await transaction.update(Account, accountId, { emailVerified: true });
    return { accountId };
  }
}

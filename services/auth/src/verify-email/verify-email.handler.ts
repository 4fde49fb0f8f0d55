import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';

import { Accounts, lockAddress } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import { LinkMails } from '../mail/link-mails.js';
import { VERIFICATION_MAILS } from '../mail/mails.js';
import { NewEmail } from '../profile/new-email.js';
import { SignIn } from '../sessions/sign-in.js';

type Message = typeof authMessages.verifyEmail;

/** Turns a sign-up into an account and signs its owner in, or gives the account of a session its next address. */
@Controller()
export class VerifyEmailHandler {
  constructor(
    private readonly signIn: SignIn,
    private readonly accounts: Accounts,
    private readonly mails: LinkMails,
    private readonly attempts: Attempts,
    private readonly newEmail: NewEmail,
  ) {}

  @HandleMessage(authMessages.verifyEmail)
  execute(request: RequestOf<Message>): Promise<ReplyOf<Message>> {
    return this.signIn.once(request, async (transaction) => {
      const { attempt, isForgotten } = await this.lock(transaction, request.token);
      const { userId, email } = attempt;
      const opened = { ownId: request.attempt, isForgotten };
      return userId === null
        ? this.attempts.confirmSignUp(transaction, attempt, opened)
        : this.newEmail.confirm(transaction, { userId, email }, request.session);
    });
  }

  /** Finds the link's attempt and locks it, so that no other transaction can end it. */
  private async lock(transaction: EntityManager, token: string) {
    const { email, userId } = (await this.find(transaction, token)).attempt;
    await lockAddress(transaction, email);
    if (userId !== null) await this.accounts.lock(transaction, { id: userId });
    return this.find(transaction, token);
  }

  private async find(transaction: EntityManager, token: string) {
    const mail = await this.mails.findByToken(transaction, token);
    if (!mail || !VERIFICATION_MAILS.includes(mail.purpose)) {
      throw new AppError('INVALID_VERIFICATION_TOKEN');
    }
    const { attempt, account, email, purpose } = mail;
    if (attempt) return { attempt, isForgotten: purpose === 'open-forgotten-sign-up' };
    const isVerified = account?.email === email && account.emailVerified;
    throw new AppError(isVerified ? 'EMAIL_ALREADY_VERIFIED' : 'INVALID_VERIFICATION_TOKEN');
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { authMessages, RequestOf } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { SETTINGS } from '@studiolo/service-kit/database';
import { type EntityManager, Not } from 'typeorm';

import { refuseTaken } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import type { AuthSettings } from '../auth.settings.js';
import { decideMailLater } from '../auth-jobs.js';
import { Account } from '../entities/account.entity.js';
import { Attempt } from '../entities/attempt.entity.js';
import { LinkMails } from '../mail/link-mails.js';
import { MailLimits } from '../mail/mail-limits.js';
import { Sessions } from '../sessions/sessions.js';

/** `pending`: the new address waits for its verification; `taken` occurs only with `EMAIL_VERIFICATION=off`. */
export type EmailOutcome = 'unchanged' | 'changed' | 'pending' | 'taken';

type EmailChange = Pick<RequestOf<typeof authMessages.updateProfile>, 'sessionId' | 'network'> & {
  readonly email: string;
};

/** Changes an account's address, or asks for its verification first. Callers hold the locks of address and account. */
@Injectable()
export class NewEmail {
  constructor(
    private readonly attempts: Attempts,
    private readonly sessions: Sessions,
    private readonly mails: LinkMails,
    private readonly limits: MailLimits,
    @Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'EMAIL_VERIFICATION'>,
  ) {}

  /** @throws AppError GOOGLE_MANAGED_EMAIL, RATE_LIMITED */
  async apply(
    transaction: EntityManager,
    account: Account,
    change: EmailChange,
  ): Promise<EmailOutcome> {
    if (account.googleId !== null) throw new AppError('GOOGLE_MANAGED_EMAIL');
    refuseFor(await this.limits.takeForChange(transaction, account.id));
    return this.settings.EMAIL_VERIFICATION === 'required'
      ? this.beginChange(transaction, account, change)
      : this.changeAtOnce(transaction, account, change);
  }

  /** Handles free and taken addresses alike; the look-up finds out and chooses the mail. */
  private async beginChange(
    transaction: EntityManager,
    { id: userId, name, email: oldEmail }: Account,
    { email, network }: EmailChange,
  ): Promise<EmailOutcome> {
    refuseFor(await this.limits.takeForAddress(transaction, { email, network }));
    // An account changes to one address at a time.
    await transaction.delete(Attempt, { userId, email: Not(email) });
    const { id: attemptId } =
      (await this.attempts.findChange(transaction, { userId })) ??
      (await this.attempts.begin(transaction, { userId, name, email, passwordHash: null }));
    await decideMailLater(transaction, { name: 'mail-new-email', data: { attemptId, email } });
    await this.mails.send(transaction, { userId, purpose: 'new-email-asked', email: oldEmail });
    return 'pending';
  }

  /** Without verification only the answer can say that an address is taken. */
  private async changeAtOnce(
    transaction: EntityManager,
    { id: userId, email: oldEmail }: Account,
    { email, sessionId: keptSessionId }: EmailChange,
  ): Promise<EmailOutcome> {
    const isTaken =
      (await transaction.existsBy(Account, { email })) ||
      (await this.mails.findUndo(transaction, email, userId)) !== null;
    if (isTaken) return 'taken';
    await this.set(transaction, userId, { email, emailVerified: false }, keptSessionId);
    await this.mails.send(transaction, { userId, purpose: 'email-changed', email: oldEmail });
    return 'changed';
  }

  /**
   * Gives an address that somebody has proved to the account that asked for it, and only for the person who is signed in
   * to that account.
   * @throws AppError NEW_EMAIL_NEEDS_SESSION, EMAIL_TAKEN
   */
  async confirm(
    transaction: EntityManager,
    { userId, email }: { userId: string; email: string },
    session: RequestOf<typeof authMessages.verifyEmail>['session'],
  ): Promise<{ userId: string; sessionId: string }> {
    if (
      session?.userId !== userId ||
      !(await this.sessions.findAlive(session.sessionId, transaction))
    ) {
      throw new AppError('NEW_EMAIL_NEEDS_SESSION');
    }
    const { sessionId } = session;
    await refuseTaken(transaction, email);
    const { email: oldEmail } = await transaction.findOneByOrFail(Account, { id: userId });
    await this.mails.keepOpened(transaction, userId, email);
    await this.set(transaction, userId, { email, emailVerified: true }, sessionId);
    await transaction.delete(Attempt, { email });
    await this.mails.send(transaction, { userId, purpose: 'email-changed', email: oldEmail });
    return { userId, sessionId };
  }

  /** Also ends links sent to the old address, and the other sessions. */
  private async set(
    transaction: EntityManager,
    userId: string,
    change: Pick<Account, 'email' | 'emailVerified'>,
    keptSessionId: string | undefined,
  ): Promise<void> {
    await transaction.update(Account, userId, change);
    await this.mails.revoke(transaction, userId);
    await this.sessions.endAll(transaction, userId, keptSessionId);
  }
}

function refuseFor(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw new AppError('RATE_LIMITED', { retryAfterSeconds });
}

import { createHmac } from 'node:crypto';

import { Controller, Inject } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import { Inbox, SETTINGS } from '@studiolo/service-kit/database';

import { Accounts, lockAddress } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import type { AuthSettings } from '../auth.settings.js';
import { decideMailLater } from '../auth-jobs.js';
import { PasswordHasher, saltOf } from '../passwords/password-hasher.js';
import { SignIn } from '../sessions/sign-in.js';

type SignUp = RequestOf<typeof authMessages.signup>;
type Reply = ReplyOf<typeof authMessages.signup>;

const SALT_BYTES = 16;

@Controller()
export class SignupHandlers {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly hasher: PasswordHasher,
    private readonly signIn: SignIn,
    @Inject(SETTINGS)
    private readonly settings: Pick<AuthSettings, 'EMAIL_VERIFICATION' | 'MAIL_TOKEN_KEY'>,
  ) {}

  @HandleMessage(authMessages.signup)
  signUp(request: SignUp): Promise<Reply> {
    return this.settings.EMAIL_VERIFICATION === 'off'
      ? this.openAccount(request)
      : this.beginAttempt(request);
  }

  private async openAccount({ email, name, password, ...caller }: SignUp): Promise<Reply> {
    const passwordHash = await this.hasher.hash(password);
    const account = { email, name, passwordHash };
    const { token, user } = await this.signIn.once(caller, async (transaction) => {
      await lockAddress(transaction, email);
      return { userId: await this.attempts.openUnproved(transaction, account) };
    });
    return { outcome: 'signed_in', token, user };
  }

  /**
   * Keeps the sign-up until the link in its mail is opened. It is kept when no further mail may go, too: another link of
   * its address must not set another password without it (see VerifyEmailHandler).
   */
  private async beginAttempt({ email, name, password, network }: SignUp): Promise<Reply> {
    const passwordHash = await this.hasher.hash(password, await this.saltOf(email));
    const { attempt, retryAfterSeconds } = await this.inbox.once(async (transaction) => {
      await lockAddress(transaction, email);
      const holder = await this.accounts.lock(transaction, { email });
      if (holder?.emailVerified) throw new AppError('EMAIL_TAKEN');
      const opened = await this.attempts.begin(transaction, { email, name, passwordHash });
      const waitSeconds = await this.attempts.mailWithinLimits(transaction, opened, network);
      return { attempt: opened.id, retryAfterSeconds: waitSeconds };
    });
    // Thrown after the commit, which keeps the attempt.
    if (retryAfterSeconds > 0) {
      throw new AppError('VERIFICATION_MAIL_LIMITED', { attempt, retryAfterSeconds });
    }
    return { outcome: 'verification_required', email, attempt };
  }

  /** Handles every address alike; the look-up decides whether to send a mail. */
  @HandleMessage(authMessages.resendVerification)
  async resend(data: RequestOf<typeof authMessages.resendVerification>) {
    if (this.settings.EMAIL_VERIFICATION === 'off') return {};
    await this.inbox.once((transaction) =>
      decideMailLater(transaction, { name: 'resend-verification', data }),
    );
    return {};
  }

  /**
   * The salt for one address, shared by its sign-ups and its unverified account, so that a login costs one hash however
   * many there are. Derived with a key that is not in the database.
   */
  private async saltOf(email: string): Promise<Buffer> {
    const account = await this.accounts.findByEmail(email);
    if (account?.passwordHash != null) return saltOf(account.passwordHash);
    const hmac = createHmac('sha256', this.settings.MAIL_TOKEN_KEY).update(`salt of ${email}`);
    return hmac.digest().subarray(0, SALT_BYTES);
  }
}

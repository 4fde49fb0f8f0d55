import { Controller, Inject } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { Accounts } from '../accounts/accounts.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SignIn } from '../sessions/sign-in.js';
import { SaltForSignUp } from './salt-for-sign-up.js';
import { SignUpAttempt } from './sign-up-attempt.js';

type Message = typeof authMessages.signup;

@Controller()
export class SignupHandler {
  constructor(
    private readonly accounts: Accounts,
    private readonly hasher: PasswordHasher,
    private readonly salts: SaltForSignUp,
    private readonly attempt: SignUpAttempt,
    private readonly signIn: SignIn,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'EMAIL_VERIFICATION'>,
  ) {}

  @HandleMessage(authMessages.signup)
  execute(request: RequestOf<Message>, context: RedisStreamsContext): Promise<ReplyOf<Message>> {
    return this.settings.EMAIL_VERIFICATION === 'off'
      ? this.openAccount(request, context)
      : this.beginAttempt(request, context);
  }

  private async openAccount(
    { email, name, password, device }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const passwordHash = await this.hasher.hash(password);
    const account = { email, name, passwordHash, emailVerified: false };
    const signedIn = await this.signIn.once(context, device, async (transaction) => ({
      accountId: await this.accounts.open(transaction, account),
    }));
    return { outcome: 'signed_in', ...signedIn };
  }

  private async beginAttempt(
    { email, name, password }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const passwordHash = await this.hasher.hash(password, await this.salts.of(email));
    const attempt = await this.attempt.begin(context, { email, name, passwordHash });
    return { outcome: 'verification_required', email, attempt };
  }
}

import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { deferError } from '../defer-error.js';
import { Google } from '../google/google.js';
import { GoogleAccounts } from '../google/google-accounts.js';
import { GoogleCodes } from '../google/google-codes.js';
import type { GoogleIdentity } from '../google/google-identity.js';
import { SignIn } from '../sessions/sign-in.js';

type Message = typeof authMessages.googleCallback;

@Controller()
export class GoogleCallbackHandler {
  constructor(
    private readonly google: Google,
    private readonly codes: GoogleCodes,
    private readonly accounts: GoogleAccounts,
    private readonly signIn: SignIn,
  ) {}

  @HandleMessage(authMessages.googleCallback)
  async execute(
    { code, ...caller }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const identity = await deferError(this.identify(code, context.getMessageId()));
    return this.signIn.once(context, caller, (transaction) =>
      this.accounts.enter(transaction, identity()),
    );
  }

  private async identify(code: string, messageId: string): Promise<GoogleIdentity> {
    await this.codes.claim(code, messageId);
    const identity = await this.google.identify(code);
    if (!identity.emailVerified) throw new AppError('GOOGLE_EMAIL_UNVERIFIED');
    return identity;
  }
}

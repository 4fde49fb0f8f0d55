import { Injectable } from '@nestjs/common';
import type { authMessages } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import type { RedisStreamsContext } from '@studiolo/transport';
import type { z } from 'zod';

import { isUniqueViolation } from '../accounts/unique-violation.js';
import type { GoogleIdentity } from '../google/google-identity.js';
import { Google } from '../google/google.js';
import { GoogleAccounts } from '../google/google-accounts.js';
import { GoogleCodes } from '../google/google-codes.js';
import { SignIn, type SignedIn } from '../sessions/sign-in.js';
import { settle } from '../settle.js';

type Request = z.output<typeof authMessages.googleCallback.request>;

@Injectable()
export class GoogleCallbackHandler {
  constructor(
    private readonly google: Google,
    private readonly codes: GoogleCodes,
    private readonly accounts: GoogleAccounts,
    private readonly signIn: SignIn,
  ) {}

  async handle({ code }: Request, context: RedisStreamsContext): Promise<SignedIn> {
    const identity = await settle(this.identify(code, context.getMessageId()));
    const enter = () =>
      this.signIn.once(context, (transaction) => this.accounts.admit(transaction, identity()));
    return enter().catch((error: unknown) => {
      // Somebody opened the same account meanwhile: now it can be found.
      if (isUniqueViolation(error)) return enter();
      throw error;
    });
  }

  private async identify(code: string, messageId: string): Promise<GoogleIdentity> {
    await this.codes.claim(code, messageId);
    const identity = await this.google.identify(code);
    if (!identity.emailVerified) throw new AppError('GOOGLE_EMAIL_UNVERIFIED');
    return identity;
  }
}

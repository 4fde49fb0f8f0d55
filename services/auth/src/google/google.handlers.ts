import { hash } from 'node:crypto';

import { Controller, Inject } from '@nestjs/common';
import { authMessages, type RequestOf } from '@studiolo/contracts';
import {
  AppError,
  currentMessage,
  HandleMessage,
  type RedisCommands,
  throwUnavailable,
} from '@studiolo/service-kit';
import { Redis } from 'ioredis';

import { SignIn } from '../sessions/sign-in.js';
import { settleBefore } from '../settle-before.js';
import { Google, type GoogleIdentity } from './google.js';
import { GoogleAccounts } from './google-accounts.js';

/** Longer than the lifetime of Google's codes. */
const CODE_REMEMBERED_SECONDS = 3600;

@Controller()
export class GoogleHandlers {
  constructor(
    @Inject(Redis) private readonly redis: RedisCommands,
    private readonly google: Google,
    private readonly googleAccounts: GoogleAccounts,
    private readonly signIn: SignIn,
  ) {}

  @HandleMessage(authMessages.googleAuthorizationUrl)
  start() {
    return Promise.resolve({ authorizationUrl: this.google.authorizationUrl() });
  }

  /** Finds, joins or opens the account of somebody whose address Google has verified, and signs them in. */
  @HandleMessage(authMessages.googleCallback)
  async finish({ code, ...caller }: RequestOf<typeof authMessages.googleCallback>) {
    const identity = await settleBefore(this.identify(code, currentMessage().getMessageId()));
    const entered = this.signIn.once(caller, async (transaction) => ({
      userId: await this.googleAccounts.findOrOpen(transaction, identity()),
    }));
    return entered.catch(async (error: unknown) => {
      if (AppError.is(error, 'GOOGLE_NEEDS_LINK')) {
        await this.googleAccounts.mailLinkLater(identity(), caller.network);
      }
      throw error;
    });
  }

  /** Links the Google account that a mail names, at the press of a button, and signs in. */
  @HandleMessage(authMessages.linkGoogle)
  link({ token, ...caller }: RequestOf<typeof authMessages.linkGoogle>) {
    return this.signIn.once(caller, async (transaction) => ({
      userId: await this.googleAccounts.joinByLink(transaction, token),
    }));
  }

  private async identify(code: string, messageId: string): Promise<GoogleIdentity> {
    if ((await this.claim(code, messageId)) !== messageId) {
      throw new AppError('GOOGLE_CODE_REJECTED');
    }
    const identity = await this.google.identify(code);
    if (!identity.emailVerified) throw new AppError('GOOGLE_EMAIL_UNVERIFIED');
    return identity;
  }

  /** Claims a code, which only one message may exchange, whatever Google would allow. Returns the message that has it. */
  private async claim(code: string, messageId: string): Promise<string | null> {
    const key = `google-code:${hash('sha256', code, 'base64url')}`;
    const claimed = await this.redis
      .set(key, messageId, 'EX', CODE_REMEMBERED_SECONDS, 'NX')
      .catch(throwUnavailable);
    return claimed === 'OK' ? messageId : this.redis.get(key).catch(throwUnavailable);
  }
}

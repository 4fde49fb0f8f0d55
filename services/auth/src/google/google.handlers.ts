import { hash } from 'node:crypto';

import { Controller } from '@nestjs/common';
import { authMessages, type RequestOf } from '@studiolo/contracts';
import { AppError, currentMessage, HandleMessage, throwUnavailable } from '@studiolo/service-kit';
import { Redis } from 'ioredis';
import type { EntityManager } from 'typeorm';

import { Accounts, lockAddress } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import { deferError } from '../defer-error.js';
import { Account } from '../entities/account.entity.js';
import { LinkMails } from '../links/link-mails.js';
import { SignIn } from '../sessions/sign-in.js';
import { Google, type GoogleIdentity } from './google.js';

/** Longer than the lifetime of Google's codes. */
const CODE_REMEMBERED_SECONDS = 3600;

@Controller()
export class GoogleHandlers {
  constructor(
    private readonly redis: Redis,
    private readonly google: Google,
    private readonly accounts: Accounts,
    private readonly mails: LinkMails,
    private readonly attempts: Attempts,
    private readonly signIn: SignIn,
  ) {}

  @HandleMessage(authMessages.googleAuthorizationUrl)
  start() {
    return Promise.resolve({ authorizationUrl: this.google.authorizationUrl() });
  }

  /** Finds, joins or opens the account of somebody whose address Google has verified, and signs them in. */
  @HandleMessage(authMessages.googleCallback)
  async finish({ code, ...caller }: RequestOf<typeof authMessages.googleCallback>) {
    const identity = await deferError(this.identify(code, currentMessage().getMessageId()));
    return this.signIn.once(caller, async (transaction) => ({
      userId: await this.findAccount(transaction, identity()),
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

  private async findAccount(transaction: EntityManager, identity: GoogleIdentity): Promise<string> {
    const { googleId, email, name } = identity;
    await lockAddress(transaction, `google ${googleId}`);
    const known = await this.accounts.lock(transaction, { googleId });
    if (known) return known.id;
    await lockAddress(transaction, email);
    const account = await this.accounts.lock(transaction, { email });
    return account
      ? this.join(transaction, account, identity)
      : this.attempts.openAccount(transaction, { googleId, email, name });
  }

  private async join(
    transaction: EntityManager,
    account: Account,
    { googleId, name }: GoogleIdentity,
  ): Promise<string> {
    // A concurrent code of the same person has linked it already.
    if (account.googleId === googleId) return account.id;
    // The address has moved to another Google account; the first one keeps the account that it opened.
    if (account.googleId !== null) throw new AppError('GOOGLE_CODE_REJECTED');
    if (!account.emailVerified) {
      return this.attempts.handOver(transaction, account, { googleId, name, passwordHash: null });
    }
    await transaction.update(Account, account.id, { googleId });
    await this.mails.revoke(transaction, account.id);
    return account.id;
  }
}

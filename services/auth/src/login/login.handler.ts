import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';
import type { authMessages } from '@studiolo/contracts';
import type { RedisStreamsContext } from '@studiolo/transport';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';

import { Account } from '../accounts/account.entity.js';
import { Accounts } from '../accounts/accounts.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { type Admission, SignIn, type SignedIn } from '../sessions/sign-in.js';
import { settle } from '../settle.js';

type Request = z.output<typeof authMessages.login.request>;

/** An account whose password was right, and that password hashed anew where the parameters changed. */
interface Checked {
  readonly account: Account;
  readonly newHash: string | undefined;
}

@Injectable()
export class LoginHandler {
  constructor(
    private readonly accounts: Accounts,
    private readonly hasher: PasswordHasher,
    private readonly signIn: SignIn,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'EMAIL_VERIFICATION'>,
  ) {}

  async handle(request: Request, context: RedisStreamsContext): Promise<SignedIn> {
    const checked = await settle(this.check(request));
    return this.signIn.once(context, (transaction) => this.admit(transaction, checked()));
  }

  /** Takes the same time for an unknown address, a Google account and a wrong password. */
  private async check({ email, password }: Request): Promise<Checked> {
    const account = await this.accounts.findByEmail(email);
    const matches = await this.hasher.matches(password, account?.passwordHash ?? null);
    if (!account?.passwordHash || !matches) throw new AppError('INVALID_CREDENTIALS');
    if (!account.emailVerified && this.settings.EMAIL_VERIFICATION === 'required') {
      throw new AppError('EMAIL_NOT_VERIFIED', { email: account.email });
    }
    const isOutdated = this.hasher.isOutdated(account.passwordHash);
    return { account, newHash: isOutdated ? await this.hasher.hash(password) : undefined };
  }

  private async admit(
    transaction: EntityManager,
    { account, newHash }: Checked,
  ): Promise<Admission> {
    const current = await this.accounts.lock(transaction, account.id);
    // Changed or reset since it was checked: the sessions of the old password have just been ended.
    if (current?.passwordHash !== account.passwordHash) throw new AppError('INVALID_CREDENTIALS');
    if (newHash) await transaction.update(Account, account.id, { passwordHash: newHash });
    return { accountId: account.id };
  }
}

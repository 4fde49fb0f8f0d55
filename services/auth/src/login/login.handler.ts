import { Controller, Inject } from '@nestjs/common';
import { authMessages, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import { SETTINGS } from '@studiolo/service-kit/database';
import { DataSource } from 'typeorm';

import { Accounts } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import type { AuthSettings } from '../auth.settings.js';
import { Account } from '../entities/account.entity.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SignIn } from '../sessions/sign-in.js';
import { settleBefore } from '../settle-before.js';

@Controller()
export class LoginHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly hasher: PasswordHasher,
    private readonly signIn: SignIn,
    @Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'EMAIL_VERIFICATION'>,
  ) {}

  @HandleMessage(authMessages.login)
  async execute(request: RequestOf<typeof authMessages.login>) {
    const checked = await settleBefore(this.check(request));
    return this.signIn.once(request, async (transaction) => {
      const { account, newHash } = checked();
      const current = await this.accounts.lock(transaction, { id: account.id });
      // The password was changed or reset after the check, which ended the sessions of the old one.
      if (current?.passwordHash !== account.passwordHash) throw new AppError('INVALID_CREDENTIALS');
      if (newHash) await transaction.update(Account, account.id, { passwordHash: newHash });
      return { userId: account.id };
    });
  }

  /**
   * Finds the account with this password, and makes a new hash if the parameters have changed. Does the same work for an
   * unknown address, any number of sign-ups, a Google account and a wrong password.
   */
  private async check({ email, password }: RequestOf<typeof authMessages.login>) {
    const [account, signUps] = await Promise.all([
      this.accounts.findByEmail(email),
      this.attempts.findSignUps(this.dataSource.manager, email),
    ]);
    const isOpen = account?.emailVerified === true || this.settings.EMAIL_VERIFICATION === 'off';
    const holders = [account, ...(isOpen ? [] : signUps)];
    const hashes = holders.flatMap((holder) => holder?.passwordHash ?? []);
    const match = await this.hasher.findMatch(password, hashes);
    if (match === undefined) throw new AppError('INVALID_CREDENTIALS');
    if (!account || !isOpen) {
      const attempt = signUps.find(({ passwordHash }) => passwordHash === match)?.id;
      throw new AppError('EMAIL_NOT_VERIFIED', { email, ...(attempt && { attempt }) });
    }
    const newHash = this.hasher.isOutdated(match) ? await this.hasher.hash(password) : undefined;
    return { account, newHash };
  }
}

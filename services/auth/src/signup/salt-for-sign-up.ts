import { createHmac } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { Accounts } from '../accounts/accounts.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import { saltOf } from '../passwords/password-hasher.js';

const SALT_BYTES = 16;

/**
 * The salt for one address, shared by its sign-ups and its unverified account, so that a login costs one hash however
 * many there are. Derived with a key that is not in the database.
 */
@Injectable()
export class SaltForSignUp {
  constructor(
    private readonly accounts: Accounts,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'MAIL_TOKEN_KEY'>,
  ) {}

  async of(email: string): Promise<Buffer> {
    const account = await this.accounts.findByEmail(email);
    if (account?.passwordHash != null) return saltOf(account.passwordHash);
    const hmac = createHmac('sha256', this.settings.MAIL_TOKEN_KEY).update(`salt of ${email}`);
    return hmac.digest().subarray(0, SALT_BYTES);
  }
}

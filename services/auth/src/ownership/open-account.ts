import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Accounts } from '../accounts/accounts.js';
import { Attempts, type SignUp } from '../attempts/attempts.js';
import type { Admission } from '../sessions/sign-in.js';
import { HandOver } from './hand-over.js';

/** Turns a sign-up into an account and ends all other sign-ups with its address. */
@Injectable()
export class OpenAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly handOver: HandOver,
  ) {}

  /**
   * Callers hold the lock of the address.
   * @throws AppError EMAIL_TAKEN
   */
  async apply(
    transaction: EntityManager,
    { email, name, passwordHash }: SignUp,
  ): Promise<Admission> {
    const holder = await this.accounts.lockByEmail(transaction, email);
    if (holder && !holder.emailVerified) {
      return this.handOver.apply(transaction, holder, { name, passwordHash });
    }
    const account = { email, name, passwordHash, emailVerified: true };
    const accountId = await this.accounts.open(transaction, account);
    await this.attempts.endForAddress(transaction, email);
    return { accountId };
  }
}

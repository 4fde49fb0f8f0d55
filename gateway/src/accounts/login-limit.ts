import { Injectable } from '@nestjs/common';
import { authMessages } from '@studiolo/contracts';
import { AppError, MessageBus } from '@studiolo/service-kit';

import { clientKey, clientNetwork } from '../rate-limits/client-address.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';

/**
 * Limits wrong passwords. A login is counted before its password is checked, so that a hundred at once cannot all pass,
 * and given back when the password was right or could not be checked.
 */
@Injectable()
export class LoginLimit {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly bus: MessageBus,
  ) {}

  /** @throws AppError RATE_LIMITED, UNAVAILABLE, or what `login` throws */
  async run<Result>(ip: string, email: string, login: () => Promise<Result>): Promise<Result> {
    const address = clientKey(ip);
    const pair = `${address[0]} ${email}`;
    await this.limiter.consume('loginByAddress', address);
    await this.limiter.consume('loginByAddressAndAccount', pair);
    // Counted last: an address that is already blocked must not keep the whole account blocked.
    await this.consumeOfAccount(email, clientNetwork(ip));
    const forget = () =>
      Promise.all([
        this.limiter.giveBack('loginByAddress', address),
        this.limiter.clear('loginByAddressAndAccount', pair),
        this.limiter.clear('loginByAccount', email),
      ]);
    const giveBack = () =>
      Promise.allSettled([
        this.limiter.giveBack('loginByAddress', address),
        this.limiter.giveBack('loginByAddressAndAccount', pair),
        this.limiter.giveBack('loginByAccount', email),
      ]);
    try {
      const result = await this.countingRight(email, login);
      await forget();
      return result;
    } catch (error) {
      // "Address not verified" is answered only after a right password.
      if (AppError.is(error, 'EMAIL_NOT_VERIFIED')) await forget();
      else if (!AppError.is(error, 'INVALID_CREDENTIALS')) await giveBack();
      throw error;
    }
  }

  /** Counted before the login opens a session. Strangers cannot use this limit up: a login that fails is given back. */
  private async countingRight<Result>(email: string, login: () => Promise<Result>) {
    await this.limiter.consume('loginByUser', email);
    try {
      return await login();
    } catch (error) {
      await Promise.allSettled([this.limiter.giveBack('loginByUser', email)]);
      throw error;
    }
  }

  /** Strangers who use up the account's limit do not keep out the networks that it was signed in to from. */
  private async consumeOfAccount(email: string, network: string): Promise<void> {
    try {
      await this.limiter.consume('loginByAccount', email);
    } catch (error) {
      if (!AppError.is(error, 'RATE_LIMITED')) throw error;
      const { known } = await this.bus.call(authMessages.isKnownNetwork, { email, network });
      if (!known) throw error;
    }
  }
}

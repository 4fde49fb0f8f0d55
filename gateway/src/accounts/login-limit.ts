import { Injectable } from '@nestjs/common';
import { authMessages } from '@studiolo/contracts';
import { AppError, MessageBus } from '@studiolo/service-kit';

import { type ClientKey, clientKey, clientNetwork } from '../rate-limits/client-address.js';
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
    try {
      const result = await login();
      await this.forget(address, pair, email);
      return result;
    } catch (error) {
      // "Address not verified" is answered only after a right password.
      if (AppError.is(error, 'EMAIL_NOT_VERIFIED')) await this.forget(address, pair, email);
      else if (!AppError.is(error, 'INVALID_CREDENTIALS'))
        await this.giveBack(address, pair, email);
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

  private async forget(address: ClientKey, pair: string, email: string): Promise<void> {
    await Promise.all([
      this.limiter.giveBack('loginByAddress', address),
      this.limiter.clear('loginByAddressAndAccount', pair),
      this.limiter.clear('loginByAccount', email),
    ]);
  }

  private async giveBack(address: ClientKey, pair: string, email: string): Promise<void> {
    await Promise.allSettled([
      this.limiter.giveBack('loginByAddress', address),
      this.limiter.giveBack('loginByAddressAndAccount', pair),
      this.limiter.giveBack('loginByAccount', email),
    ]);
  }
}

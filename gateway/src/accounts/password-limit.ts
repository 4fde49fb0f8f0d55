import { Injectable } from '@nestjs/common';
import { authMessages, type Operation, type RateLimitName, rateLimits } from '@studiolo/contracts';
import { AppError, MessageBus } from '@studiolo/service-kit';

import { operationOf } from '../http/operation-of.js';
import type { Call } from '../http/read-call.js';
import { type ClientKey, clientNetwork } from '../rate-limits/client-address.js';
import { limitKey } from '../rate-limits/limit-key.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';

/** One limit of a call, and the key under which the call counts against it. */
interface Counter {
  readonly name: RateLimitName;
  readonly key: string | ClientKey;
}

/**
 * Limits the passwords that can be tried. A call is counted before its password is checked, so that a hundred at once
 * cannot all pass, and given back when the password was none of those that count, or could not be checked.
 */
@Injectable()
export class PasswordLimit {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly bus: MessageBus,
  ) {}

  /**
   * Runs a check of the password in a call, within the limits of the call's operation.
   * @throws AppError RATE_LIMITED, UNAVAILABLE, or what `check` throws
   */
  async run<Result>(call: Call<Operation>, check: () => Promise<Result>): Promise<Result> {
    const ofWrong = countersOf(call, 'wrong passwords');
    const ofRight = countersOf(call, 'right passwords');
    for (const counter of ofWrong) await this.countWrong(counter, call);
    try {
      const result = await this.countingRight(ofRight, check);
      await this.forget(ofWrong);
      return result;
    } catch (error) {
      // "Address not verified" is answered only after a right password.
      if (AppError.is(error, 'EMAIL_NOT_VERIFIED')) await this.forget(ofWrong);
      else if (!isWrong(error)) await this.giveBack(ofWrong);
      throw error;
    }
  }

  /** Counted before a login opens a session. Strangers cannot use these limits up: a check that fails is given back. */
  private async countingRight<Result>(counters: Counter[], check: () => Promise<Result>) {
    for (const { name, key } of counters) await this.limiter.consume(name, key);
    try {
      return await check();
    } catch (error) {
      await this.giveBack(counters);
      throw error;
    }
  }

  /** Networks of earlier sign-ins stay allowed when strangers have used up the limit of an account. */
  private async countWrong({ name, key }: Counter, call: Call<Operation>): Promise<void> {
    try {
      await this.limiter.consume(name, key);
    } catch (error) {
      const isOfAccount = rateLimits[name].by === 'email' && AppError.is(error, 'RATE_LIMITED');
      if (!isOfAccount || !(await this.isKnownNetwork(call, String(key)))) throw error;
    }
  }

  private async isKnownNetwork({ request }: Call<Operation>, email: string): Promise<boolean> {
    const network = clientNetwork(request.ip);
    return (await this.bus.call(authMessages.isKnownNetwork, { email, network })).known;
  }

  /** After a right password. An address, from which others may be tried, gets back only this call. */
  private async forget(counters: readonly Counter[]): Promise<void> {
    await Promise.all(
      counters.map(({ name, key }) =>
        rateLimits[name].by === 'address'
          ? this.limiter.giveBack(name, key)
          : this.limiter.clear(name, key),
      ),
    );
  }

  private async giveBack(counters: readonly Counter[]): Promise<void> {
    await Promise.allSettled(counters.map(({ name, key }) => this.limiter.giveBack(name, key)));
  }
}

function countersOf(
  call: Call<Operation>,
  counts: 'wrong passwords' | 'right passwords',
): Counter[] {
  return (operationOf(call.request)?.limits ?? [])
    .filter((name) => rateLimits[name].counts === counts)
    .map((name) => ({ name, key: limitKey(rateLimits[name], call) }));
}

function isWrong(error: unknown): boolean {
  return AppError.is(error, 'INVALID_CREDENTIALS') || AppError.is(error, 'WRONG_PASSWORD');
}

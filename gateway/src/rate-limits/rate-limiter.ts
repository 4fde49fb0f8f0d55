import { createHash } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';
import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

import { GATEWAY_SETTINGS, type GatewaySettings } from '../settings.js';
import { type Limit, type LimitName, limits } from './limits.js';

/** Counts attempts in Redis. Without Redis nothing passes: an outage must not lift the limits. */
@Injectable()
export class RateLimiter {
  private readonly counters = new Map<LimitName, RateLimiterRedis>();

  constructor(
    redis: Redis,
    @Inject(GATEWAY_SETTINGS) settings: Pick<GatewaySettings, 'RATE_LIMITS'>,
  ) {
    if (settings.RATE_LIMITS === 'off') return;
    for (const name of Object.keys(limits) as LimitName[]) {
      this.counters.set(name, createCounter(redis, name, limits[name]));
    }
  }

  /**
   * Counts one attempt and tells how many are left.
   * @throws AppError RATE_LIMITED with the seconds to wait, or UNAVAILABLE without Redis
   */
  async consume(name: LimitName, key: string): Promise<number> {
    const result = await this.use(name, (counter) => counter.consume(hashed(key)));
    return result?.remainingPoints ?? Number.POSITIVE_INFINITY;
  }

  /** Takes one attempt back that turned out not to count. */
  async giveBack(name: LimitName, key: string): Promise<void> {
    await this.use(name, (counter) => counter.reward(hashed(key)));
  }

  /** Forgets all attempts. */
  async clear(name: LimitName, key: string): Promise<void> {
    await this.use(name, (counter) => counter.delete(hashed(key)));
  }

  /** Refuses the key for the limit's `blockSeconds` from now on. */
  async block(name: LimitName, key: string): Promise<void> {
    const { blockSeconds, perSeconds }: Limit = limits[name];
    await this.use(name, (counter) => counter.block(hashed(key), blockSeconds ?? perSeconds));
  }

  private async use<Result>(
    name: LimitName,
    work: (counter: RateLimiterRedis) => Promise<Result>,
  ): Promise<Result | undefined> {
    const counter = this.counters.get(name);
    if (!counter) return undefined;
    try {
      return await work(counter);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) {
        throw new AppError('UNAVAILABLE', {}, { cause: error });
      }
      const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new AppError('RATE_LIMITED', { retryAfterSeconds });
    }
  }
}

function createCounter(redis: Redis, name: LimitName, limit: Limit): RateLimiterRedis {
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `limit:${name}`,
    points: limit.points,
    duration: limit.perSeconds,
  });
}

/** Keeps email addresses out of Redis, and any key short. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

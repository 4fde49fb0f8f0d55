import { createHmac } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import { type RateLimit, type RateLimitName, rateLimits } from '@studiolo/contracts';
import { AppError, type RedisCommands } from '@studiolo/service-kit';
import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

import { GATEWAY_SETTINGS, type GatewaySettings } from '../settings.js';
import { type ClientKey, countedNetworks } from './client-address.js';

interface Counter {
  readonly limiter: RateLimiterRedis;
  readonly key: string;
}

/** Counts tries in Redis. Without Redis every try is refused, since an outage must not lift the limits. */
@Injectable()
export class RateLimiter {
  /** One per network size; the first also counts keys that are not addresses. */
  private readonly limiters = new Map<RateLimitName, readonly RateLimiterRedis[]>();

  constructor(
    @Inject(Redis) redis: RedisCommands,
    @Inject(GATEWAY_SETTINGS)
    private readonly settings: Pick<GatewaySettings, 'RATE_LIMITS' | 'TRANSPORT_SIGNING_KEY'>,
  ) {
    if (settings.RATE_LIMITS === 'off') return;
    for (const name of Object.keys(rateLimits) as RateLimitName[]) {
      const ofShare = ({ share }: { share: number }) => createLimiter(redis, name, share);
      this.limiters.set(name, countedNetworks.map(ofShare));
    }
  }

  /**
   * Counts one try. Wider networks are checked first and counted last: a network whose limit is used up creates no
   * counters for new addresses, and tries that a narrow network refuses do not count in the wider ones.
   * @throws AppError RATE_LIMITED with the seconds to wait, or UNAVAILABLE without Redis
   */
  async consume(name: RateLimitName, key: string | ClientKey): Promise<void> {
    const [own, ...wider] = this.countersOf(name, key);
    await withAppErrors(async () => {
      await Promise.all(wider.map(refuseUsedUp));
      await own?.limiter.consume(own.key);
      await Promise.all(wider.map((counter) => counter.limiter.consume(counter.key)));
    });
  }

  async giveBack(name: RateLimitName, key: string | ClientKey): Promise<void> {
    await this.forEach(name, key, (counter) => counter.limiter.reward(counter.key));
  }

  async clear(name: RateLimitName, key: string | ClientKey): Promise<void> {
    await this.forEach(name, key, (counter) => counter.limiter.delete(counter.key));
  }

  private async forEach(
    name: RateLimitName,
    key: string | ClientKey,
    work: (counter: Counter) => Promise<unknown>,
  ): Promise<void> {
    await withAppErrors(() => Promise.all(this.countersOf(name, key).map(work)));
  }

  private countersOf(name: RateLimitName, key: string | ClientKey): Counter[] {
    const limiters = this.limiters.get(name) ?? [];
    const keys = typeof key === 'string' ? [key] : key;
    return limiters.slice(0, keys.length).map((limiter, index) => {
      return { limiter, key: this.hashed(keys[index] ?? '') };
    });
  }

  /**
   * Keeps email and network addresses out of Redis, where a hash without a key could be guessed, and keys short: 128
   * bits distinguish them. The limits begin anew when the key is changed.
   */
  private hashed(key: string): string {
    const hmac = createHmac('sha256', this.settings.TRANSPORT_SIGNING_KEY);
    return hmac.update(`rate limit of ${key}`).digest('base64url').slice(0, 22);
  }
}

/** Turns errors of the library and of Redis into refusals. */
async function withAppErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw error instanceof RateLimiterRes
      ? rateLimited(error)
      : new AppError('UNAVAILABLE', {}, { cause: error });
  }
}

async function refuseUsedUp({ limiter, key }: Counter): Promise<void> {
  const used = await limiter.get(key);
  if (used && used.remainingPoints <= 0) throw rateLimited(used);
}

function rateLimited({ msBeforeNext }: RateLimiterRes): AppError {
  return new AppError('RATE_LIMITED', {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
}

function createLimiter(redis: RedisCommands, name: RateLimitName, share: number): RateLimiterRedis {
  const { points, perSeconds, blockSeconds = 0 }: RateLimit = rateLimits[name];
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `limit:${name}`,
    points: points * share,
    duration: perSeconds,
    blockDuration: blockSeconds,
  });
}

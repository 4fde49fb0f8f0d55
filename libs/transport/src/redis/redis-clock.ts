import type { Redis } from 'ioredis';

/** A worse sample replaces this one after this time, in milliseconds. */
const SAMPLE_LIFETIME_MS = 10_000;

/**
 * Redis' own clock, as seen from this process.
 *
 * Deadlines are written and checked in Redis' time, so the clocks of the processes may differ by
 * minutes. Between samples the offset is added to the monotonic clock, which nobody can set.
 */
export class RedisClock {
  private offsetMs = Number.NaN;
  private roundTripMs = Number.POSITIVE_INFINITY;
  private sampledAt = Number.NEGATIVE_INFINITY;

  /** Redis' time in epoch milliseconds. */
  now(): number {
    return performance.now() + this.offsetMs;
  }

  /** Converts Redis' time to the time of this process' `Date.now()`. */
  toLocal(redisMs: number): number {
    return Math.round(Date.now() + redisMs - this.now());
  }

  /** Forgets the quality of earlier samples: a new connection may lead to another server. */
  invalidate(): void {
    this.sampledAt = Number.NEGATIVE_INFINITY;
  }

  async sample(redis: Redis): Promise<void> {
    const sentAt = performance.now();
    const [seconds, microseconds] = await redis.time();
    const receivedAt = performance.now();
    const redisMs = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    const roundTripMs = receivedAt - sentAt;
    const stale = receivedAt - this.sampledAt > SAMPLE_LIFETIME_MS;
    if (!stale && roundTripMs > this.roundTripMs * 2 + 1) return;
    this.offsetMs = redisMs - (sentAt + receivedAt) / 2;
    this.roundTripMs = roundTripMs;
    this.sampledAt = receivedAt;
  }
}

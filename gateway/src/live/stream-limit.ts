import { Inject, Injectable } from '@nestjs/common';
import { LIVE_BEAT_MS, LIVE_STREAMS_PER_SESSION } from '@studiolo/contracts';
import { AppError, type RedisCommands, throwUnavailable } from '@studiolo/service-kit';
import { Redis } from 'ioredis';

/** A place that its stream has not kept for two heartbeats is free: its gateway was killed. */
const PLACE_TTL_MS = 2 * LIVE_BEAT_MS + 5_000;
const RETRY_AFTER_SECONDS = 5;

/** Limits the streams of a session over all gateways: each holds one of the session's places, a key in Redis. */
@Injectable()
export class StreamLimit {
  constructor(@Inject(Redis) private readonly redis: RedisCommands) {}

  /**
   * Takes a place for one more stream, to be kept with every heartbeat and left at the end.
   * @throws AppError TOO_MANY_STREAMS, or UNAVAILABLE when Redis cannot be reached
   */
  async enter(sessionId: string): Promise<string> {
    for (let number = 1; number <= LIVE_STREAMS_PER_SESSION; number += 1) {
      const place = `studiolo:live:session:${sessionId}:${number}`;
      const taken = this.redis.set(place, 1, 'PX', PLACE_TTL_MS, 'NX').catch(throwUnavailable);
      if (await taken) return place;
    }
    throw new AppError('TOO_MANY_STREAMS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** Also restores a place that Redis has lost. Without Redis, the next heartbeat does. */
  async keep(place: string): Promise<void> {
    await this.redis.set(place, 1, 'PX', PLACE_TTL_MS).catch(() => undefined);
  }

  async leave(place: string): Promise<void> {
    await this.redis.del(place).catch(() => undefined);
  }
}

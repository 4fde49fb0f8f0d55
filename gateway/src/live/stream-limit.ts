import { randomUUID } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import { LIVE_STREAMS_PER_SESSION } from '@studiolo/contracts';
import { AppError, type RedisCommands, throwUnavailable } from '@studiolo/service-kit';
import { Redis } from 'ioredis';

import { Rounds } from './rounds.js';

/** A slot is kept once in this time, which restores one that Redis has lost, and would be free after three times it. */
const KEEP_MS = 20 * 60_000;
const SLOT_TTL_MS = 3 * KEEP_MS;
const TURNS = 60;
/** A gateway that has not said so for this long does not live any more, and its slots are free. */
const ALIVE_MS = 35_000;
const BEAT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Limits the streams of a session over all gateways: each holds one of the session's slots, a key in Redis with the id
 * of its gateway. The gateway says that it lives, for all of its slots at once.
 */
@Injectable()
export class StreamLimit {
  private readonly gatewayId = randomUUID();
  private readonly slots = new Rounds<string>(KEEP_MS, TURNS, (slot) => void this.keep(slot));
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(Redis) private readonly redis: RedisCommands) {}

  /**
   * Takes a slot for one more stream, to be left at its end.
   * @throws AppError TOO_MANY_STREAMS, or UNAVAILABLE when Redis cannot be reached
   */
  async enter(sessionId: string): Promise<string> {
    if (!this.timer) await this.beat().catch(throwUnavailable);
    this.timer ??= setInterval(() => void this.beat().catch(() => undefined), BEAT_MS).unref();
    const slot = await this.findFree(sessionId).catch(throwUnavailable);
    if (slot === undefined)
      throw new AppError('TOO_MANY_STREAMS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.slots.add(slot);
    return slot;
  }

  async leave(slot: string): Promise<void> {
    this.slots.delete(slot);
    await this.redis.del(slot).catch(() => undefined);
  }

  private async findFree(sessionId: string): Promise<string | undefined> {
    const all = Array.from(
      { length: LIVE_STREAMS_PER_SESSION },
      (_, at) => `studiolo:live:session:${sessionId}:${at + 1}`,
    );
    for (const slot of all)
      if (await this.redis.set(slot, this.gatewayId, 'PX', SLOT_TTL_MS, 'NX')) return slot;
    for (const slot of all) {
      if (!(await this.isAbandoned(slot))) continue;
      await this.redis.set(slot, this.gatewayId, 'PX', SLOT_TTL_MS);
      return slot;
    }
    return undefined;
  }

  private async isAbandoned(slot: string): Promise<boolean> {
    const holder = await this.redis.get(slot);
    return holder === null || (await this.redis.exists(aliveKey(holder))) === 0;
  }

  private async keep(slot: string): Promise<void> {
    await this.redis.set(slot, this.gatewayId, 'PX', SLOT_TTL_MS).catch(() => undefined);
  }

  private async beat(): Promise<void> {
    await this.redis.set(aliveKey(this.gatewayId), 1, 'PX', ALIVE_MS);
  }
}

function aliveKey(gatewayId: string): string {
  return `studiolo:live:gateway:${gatewayId}`;
}

import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  ENDED_SESSION,
  ENDING_SESSION,
  SESSION_CACHED_SECONDS,
  sessionCacheKey,
} from '@studiolo/contracts';
import { type RedisCommands, throwUnavailable } from '@studiolo/service-kit';
import { Redis } from 'ioredis';

/** A check that started before the session ended has finished by then. */
const ENDED_SECONDS = 600;

/** The copy of the sessions in Redis, which every gateway reads (see the contract's `sessionCacheKey`). */
@Injectable()
export class SessionCache {
  private readonly logger = new Logger(SessionCache.name);

  constructor(@Inject(Redis) private readonly redis: RedisCommands) {}

  /** Caches an active session; false when the cache says that it has ended meanwhile. */
  async remember(sessionId: string, userId: string): Promise<boolean> {
    const key = sessionCacheKey(sessionId);
    try {
      const written = await this.redis.set(key, userId, 'EX', SESSION_CACHED_SECONDS, 'NX');
      return written === 'OK' || (await this.redis.get(key)) !== ENDED_SESSION;
    } catch (error) {
      // Harmless: without an entry the gateway asks auth.
      this.logger.warn({ err: error }, 'A session is not cached');
      return true;
    }
  }

  /** Caches that a session has ended, so that gateways need not ask. */
  async markEnded(sessionId: string): Promise<void> {
    await this.write(sessionId, ENDED_SESSION).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'An ended session is not cached'),
    );
  }

  /**
   * Makes every gateway ask auth about sessions. Called before the commit that ends them: no cached copy outlives the
   * commit, even if this process dies or Redis goes away right after.
   * @throws AppError UNAVAILABLE when Redis does not take all
   */
  async invalidate(sessionIds: readonly string[]): Promise<void> {
    const writes = sessionIds.map((id) => this.write(id, ENDING_SESSION));
    await Promise.all(writes).catch(throwUnavailable);
  }

  private async write(sessionId: string, value: string): Promise<void> {
    await this.redis.set(sessionCacheKey(sessionId), value, 'EX', ENDED_SECONDS);
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { ENDED_SESSION, ENDING_SESSION, sessionCacheKey } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { Redis } from 'ioredis';

/** How long an active session is trusted without asking the database, which also notes when it was last seen. */
const ALIVE_SECONDS = 60;
/** Longer than any check that read the session before it ended can take. */
const ENDED_SECONDS = 600;

/** The copy of the sessions in Redis, which every gateway reads (see the contract's `sessionCacheKey`). */
@Injectable()
export class SessionCache {
  private readonly logger = new Logger(SessionCache.name);

  constructor(private readonly redis: Redis) {}

  /** Caches an active session; false when the cache says that it has ended meanwhile. */
  async remember(sessionId: string, userId: string): Promise<boolean> {
    const key = sessionCacheKey(sessionId);
    try {
      const written = await this.redis.set(key, userId, 'EX', ALIVE_SECONDS, 'NX');
      return written === 'OK' || (await this.redis.get(key)) !== ENDED_SESSION;
    } catch (error) {
      // Harmless: without an entry the gateway asks auth.
      this.logger.warn({ err: error }, 'A session is not cached');
      return true;
    }
  }

  /** Caches that sessions have ended, which saves gateways the question. */
  async noteEnded(sessionIds: readonly string[]): Promise<void> {
    await this.write(sessionIds, ENDED_SESSION).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'Ended sessions are not cached'),
    );
  }

  /**
   * Makes every gateway ask auth about sessions, whatever it has cached. Called before the commit that ends them, so that
   * none outlives it: neither when this process dies nor when Redis goes away right after.
   * @throws AppError UNAVAILABLE when Redis does not take all
   */
  async distrust(sessionIds: readonly string[]): Promise<void> {
    await this.write(sessionIds, ENDING_SESSION).catch((error: unknown) => {
      throw new AppError('UNAVAILABLE', {}, { cause: error });
    });
  }

  private async write(sessionIds: readonly string[], value: string): Promise<void> {
    await Promise.all(
      sessionIds.map((id) => this.redis.set(sessionCacheKey(id), value, 'EX', ENDED_SECONDS)),
    );
  }
}

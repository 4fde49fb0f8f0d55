import { Injectable, Logger } from '@nestjs/common';
import { ENDED_SESSION, sessionCacheKey } from '@studiolo/contracts';
import { Redis } from 'ioredis';

/**
 * How long a living session is believed without asking the database. Bounds what a Redis that lost
 * its last writes in a failover can let through.
 */
const ALIVE_SECONDS = 60;
/** Longer than any check that read the session before it ended can still be under way. */
const ENDED_SECONDS = 600;

/** The copy of the sessions that every gateway reads (see the contract's `sessionCacheKey`). */
@Injectable()
export class SessionCache {
  private readonly logger = new Logger(SessionCache.name);

  constructor(private readonly redis: Redis) {}

  /** Notes a living session; false when it is known to have ended meanwhile. */
  async remember(sessionId: string, userId: string): Promise<boolean> {
    const key = sessionCacheKey(sessionId);
    try {
      const written = await this.redis.set(key, userId, 'EX', ALIVE_SECONDS, 'NX');
      return written === 'OK' || (await this.redis.get(key)) !== ENDED_SESSION;
    } catch (error) {
      // Nothing is lost: without an entry the gateway asks.
      this.logger.warn({ err: error }, 'A session is not cached');
      return true;
    }
  }

  /** Ends the cached copies. @throws when Redis does not take all of them */
  async end(sessionIds: readonly string[]): Promise<void> {
    await Promise.all(
      sessionIds.map((id) =>
        this.redis.set(sessionCacheKey(id), ENDED_SESSION, 'EX', ENDED_SECONDS),
      ),
    );
  }

  /** Ends the cached copies before the answer goes out; should that fail, the outbox does it. */
  async endNow(sessionIds: readonly string[]): Promise<void> {
    await this.end(sessionIds).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'Ended sessions are left to the outbox'),
    );
  }
}

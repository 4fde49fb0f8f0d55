import { Inject, Injectable } from '@nestjs/common';
import {
  authMessages,
  ENDED_SESSION,
  SESSION_CACHED_SECONDS,
  sessionCacheKey,
} from '@studiolo/contracts';
import {
  MessageBus,
  onRedisLost,
  type RedisCommands,
  throwUnavailable,
} from '@studiolo/service-kit';
import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

import type { Session } from './token-verifier.js';

/** Sessions kept; auth is asked again about any other, until the cache is trusted. */
const CONFIRMED_MAX = 10_000;
const confirmedSessions = () => new LRUCache<string, true>({ max: CONFIRMED_MAX });

/**
 * Checks whether a session is still active: one Redis read, and a call to auth when the cache has no entry. In the
 * first two minutes after each connect it asks auth once about each session, since a Redis that was restarted may have
 * gone back to older data.
 */
@Injectable()
export class SessionReader {
  /** Milliseconds on a connection after which Redis has forgotten each active session that it had before. */
  trustedAfterMs = 2 * SESSION_CACHED_SECONDS * 1000;
  /** Ids of the sessions that auth has confirmed on this connection. */
  private confirmed = confirmedSessions();
  private connectedAt = performance.now();

  constructor(
    @Inject(Redis) private readonly redis: RedisCommands,
    private readonly bus: MessageBus,
  ) {
    onRedisLost(redis, () => {
      this.confirmed = confirmedSessions();
      this.connectedAt = performance.now();
    });
  }

  /** @throws AppError UNAVAILABLE when Redis cannot be reached: an outage signs nobody out */
  async isAlive(session: Session): Promise<boolean> {
    const key = sessionCacheKey(session.sessionId);
    const cached = await this.redis.get(key).catch(throwUnavailable);
    const { confirmed } = this;
    // A cached id of another user must be wrong: ask auth.
    if (cached === session.userId && (this.isTrusted || confirmed.has(session.sessionId)))
      return true;
    if (cached === ENDED_SESSION) return false;
    const { active } = await this.bus.call(authMessages.checkSession, session);
    if (active) confirmed.set(session.sessionId, true);
    return active;
  }

  /** The same by one Redis read: asks auth only about a session of which Redis knows that it ends or has ended. */
  async seemsAlive(session: Session): Promise<boolean> {
    const cached = await this.redis.get(sessionCacheKey(session.sessionId)).catch(throwUnavailable);
    return cached === null || cached === session.userId || (await this.isAlive(session));
  }

  private get isTrusted(): boolean {
    return performance.now() - this.connectedAt > this.trustedAfterMs;
  }
}

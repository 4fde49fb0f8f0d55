import { Injectable } from '@nestjs/common';
import { authMessages, ENDED_SESSION, sessionCacheKey } from '@studiolo/contracts';
import { AppError, MessageBus } from '@studiolo/service-kit';
import { Redis } from 'ioredis';

import type { Session } from './session.js';

/** Checks whether a session is still active: one Redis read, and a call to auth when the cache has no entry. */
@Injectable()
export class SessionReader {
  constructor(
    private readonly redis: Redis,
    private readonly bus: MessageBus,
  ) {}

  /** @throws AppError UNAVAILABLE when Redis is away: an outage signs nobody out */
  async isAlive(session: Session): Promise<boolean> {
    const cached = await this.cached(session.sessionId);
    if (cached === session.userId) return true;
    if (cached === ENDED_SESSION) return false;
    // A cached id of another user must be wrong: ask auth.
    const { active } = await this.bus.call(authMessages.checkSession, session);
    return active;
  }

  private async cached(sessionId: string): Promise<string | null> {
    try {
      return await this.redis.get(sessionCacheKey(sessionId));
    } catch (error) {
      throw new AppError('UNAVAILABLE', {}, { cause: error });
    }
  }
}

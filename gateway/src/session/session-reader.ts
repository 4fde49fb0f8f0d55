import { Injectable } from '@nestjs/common';
import { authMessages, ENDED_SESSION, sessionCacheKey } from '@studiolo/contracts';
import { AppError, MessageBus } from '@studiolo/service-kit';
import { Redis } from 'ioredis';

import type { Session } from './session.js';

/** Tells whether a session still lives: one Redis read, and a question to auth when the cache does not know. */
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
    // A value of another user cannot be right; auth knows.
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

import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';

import { SessionCache } from '../sessions/session-cache.js';
import { Sessions } from '../sessions/sessions.js';

type Message = typeof authMessages.checkSession;

/**
 * The database decides whether a session is active; the cache keeps the answer, so that the database is asked at most
 * once a minute.
 */
@Controller()
export class CheckSessionHandler {
  constructor(
    private readonly sessions: Sessions,
    private readonly cache: SessionCache,
  ) {}

  @HandleMessage(authMessages.checkSession)
  async execute({ userId, sessionId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const session = await this.sessions.findAlive(sessionId);
    if (!session) {
      await this.cache.markEnded(sessionId);
      return { active: false };
    }
    if (session.userId !== userId) return { active: false };
    await this.sessions.markSeen(sessionId);
    return { active: await this.cache.remember(sessionId, userId) };
  }
}

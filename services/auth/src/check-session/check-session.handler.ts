import { Injectable } from '@nestjs/common';
import type { authMessages } from '@studiolo/contracts';
import type { z } from 'zod';

import { SessionCache } from '../sessions/session-cache.js';
import { Sessions } from '../sessions/sessions.js';

type Request = z.output<typeof authMessages.checkSession.request>;
type Reply = z.input<typeof authMessages.checkSession.reply>;

/** The database has the last word on a session; the cache takes it over. */
@Injectable()
export class CheckSessionHandler {
  constructor(
    private readonly sessions: Sessions,
    private readonly cache: SessionCache,
  ) {}

  async handle({ userId, sessionId }: Request): Promise<Reply> {
    const session = await this.sessions.findAlive(sessionId);
    if (!session) {
      await this.cache.endNow([sessionId]);
      return { active: false };
    }
    if (session.accountId !== userId) return { active: false };
    return { active: await this.cache.remember(sessionId, userId) };
  }
}

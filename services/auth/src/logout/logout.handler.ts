import { Injectable } from '@nestjs/common';
import { Inbox } from '@studiolo/service-kit';
import type { authMessages } from '@studiolo/contracts';
import type { RedisStreamsContext } from '@studiolo/transport';
import type { z } from 'zod';

import { SessionCache } from '../sessions/session-cache.js';
import { Sessions } from '../sessions/sessions.js';

type Request = z.output<typeof authMessages.logout.request>;

@Injectable()
export class LogoutHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly sessions: Sessions,
    private readonly cache: SessionCache,
  ) {}

  async handle(
    { userId, sessionId }: Request,
    context: RedisStreamsContext,
  ): Promise<Record<string, never>> {
    const ended = await this.inbox.once(context, (transaction) =>
      this.sessions.end(transaction, userId, sessionId),
    );
    await this.cache.endNow(ended);
    return {};
  }
}

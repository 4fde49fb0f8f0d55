import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { SessionCache } from '../sessions/session-cache.js';
import { Sessions } from '../sessions/sessions.js';

type Message = typeof authMessages.endSessions;

@Controller()
export class EndSessionsHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly sessions: Sessions,
    private readonly cache: SessionCache,
  ) {}

  @HandleMessage(authMessages.endSessions)
  async execute(
    { userId }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const ended = await this.inbox.once(context, (transaction) =>
      this.sessions.endAll(transaction, userId),
    );
    await this.cache.endNow(ended);
    return { ended: ended.length };
  }
}

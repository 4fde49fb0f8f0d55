import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { Sessions } from '../sessions/sessions.js';

type Message = typeof authMessages.logout;

@Controller()
export class LogoutHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly sessions: Sessions,
  ) {}

  @HandleMessage(authMessages.logout)
  async execute(
    { userId, sessionId }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    await this.inbox.once(context, (transaction) =>
      this.sessions.endOne(transaction, userId, sessionId),
    );
    return {};
  }
}

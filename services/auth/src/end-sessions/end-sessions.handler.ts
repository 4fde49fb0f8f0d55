import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { Sessions } from '../sessions/sessions.js';

type Message = typeof authMessages.endSessions;

@Controller()
export class EndSessionsHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly sessions: Sessions,
  ) {}

  @HandleMessage(authMessages.endSessions)
  async execute(
    { userId }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const ended = await this.inbox.once(context, (transaction) =>
      this.sessions.endAll(transaction, userId),
    );
    return { ended };
  }
}

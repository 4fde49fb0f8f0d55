import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { Sessions } from '../sessions/sessions.js';

type Message = typeof authMessages.endSession;

/** Ends a session of the user by id; somebody else's session counts as missing. */
@Controller()
export class EndSessionHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly sessions: Sessions,
  ) {}

  @HandleMessage(authMessages.endSession)
  async execute(
    { userId, sessionId }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    await this.inbox.once(context, async (transaction) => {
      const isEnded = await this.sessions.endOne(transaction, userId, sessionId);
      if (!isEnded) throw new AppError('SESSION_NOT_FOUND');
    });
    return {};
  }
}

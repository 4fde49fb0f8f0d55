import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { lookUpLater } from '../look-ups/look-up.js';

type Message = typeof authMessages.forgotPassword;

/** Handles every address alike; the look-up decides whether to send a mail. */
@Controller()
export class ForgotPasswordHandler {
  constructor(private readonly inbox: Inbox) {}

  @HandleMessage(authMessages.forgotPassword)
  async execute(data: RequestOf<Message>, context: RedisStreamsContext): Promise<ReplyOf<Message>> {
    await this.inbox.once(context, (transaction) =>
      lookUpLater(transaction, { name: 'reset-link', data }),
    );
    return {};
  }
}

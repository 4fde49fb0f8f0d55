import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { lookUpLater } from '../look-ups/look-up.js';

type Message = typeof authMessages.resendVerification;

/** Handles every address alike; the look-up decides whether to send a mail. */
@Controller()
export class ResendVerificationHandler {
  constructor(private readonly inbox: Inbox) {}

  @HandleMessage(authMessages.resendVerification)
  async execute(data: RequestOf<Message>, context: RedisStreamsContext): Promise<ReplyOf<Message>> {
    await this.inbox.once(context, (transaction) =>
      lookUpLater(transaction, { name: 'resend-verification', data }),
    );
    return {};
  }
}

import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { enqueue, HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { v7 as uuidv7 } from 'uuid';

import { LOOK_UP_DELAY_MS, RESET_LINK } from '../jobs/own-job.js';

type Message = typeof authMessages.forgotPassword;

/** Handles every address alike; the job decides whether to send a mail. */
@Controller()
export class ForgotPasswordHandler {
  constructor(private readonly inbox: Inbox) {}

  @HandleMessage(authMessages.forgotPassword)
  async execute(data: RequestOf<Message>, context: RedisStreamsContext): Promise<ReplyOf<Message>> {
    await this.inbox.once(context, (transaction) =>
      enqueue(transaction, {
        ...{ id: uuidv7(), name: RESET_LINK, data },
        delayMs: LOOK_UP_DELAY_MS,
      }),
    );
    return {};
  }
}

import { Injectable } from '@nestjs/common';
import type { authMessages } from '@studiolo/contracts';
import { enqueue, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from '@studiolo/transport';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';

import { REQUEST_LINK_DELAY_MS, RESEND_VERIFICATION } from '../jobs/job-names.js';

type Request = z.output<typeof authMessages.resendVerification.request>;

/** Does the same for any address: what follows from it is up to the job. */
@Injectable()
export class ResendVerificationHandler {
  constructor(private readonly inbox: Inbox) {}

  async handle(data: Request, context: RedisStreamsContext): Promise<Record<string, never>> {
    await this.inbox.once(context, (transaction) =>
      enqueue(transaction, {
        ...{ id: uuidv7(), name: RESEND_VERIFICATION, data },
        delayMs: REQUEST_LINK_DELAY_MS,
      }),
    );
    return {};
  }
}

import { Injectable } from '@nestjs/common';
import type { authMessages } from '@studiolo/contracts';
import { enqueue, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from '@studiolo/transport';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';

import { REQUEST_LINK, REQUEST_LINK_DELAY_MS } from '../jobs/job-names.js';

type Request = z.output<typeof authMessages.forgotPassword.request>;

/** Does the same for any address: what follows from it is up to the job. */
@Injectable()
export class ForgotPasswordHandler {
  constructor(private readonly inbox: Inbox) {}

  async handle({ email }: Request, context: RedisStreamsContext): Promise<Record<string, never>> {
    const data = { purpose: 'reset-password', email };
    await this.inbox.once(context, (transaction) =>
      enqueue(transaction, {
        ...{ id: uuidv7(), name: REQUEST_LINK, data },
        delayMs: REQUEST_LINK_DELAY_MS,
      }),
    );
    return {};
  }
}

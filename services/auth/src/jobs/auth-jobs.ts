import { Injectable } from '@nestjs/common';
import type { MailJobName } from '@studiolo/contracts';
import { JobPublisher } from '@studiolo/service-kit';

import { RequestLink } from '../links/request-link.js';
import { MailQueue } from '../mail/mail-queue.js';
import { SessionCache } from '../sessions/session-cache.js';
import { requireHandlers } from './require-handlers.js';
import { type AuthJob, type AuthJobName, authJobNames, authJobSchema } from './auth-job.js';

type Handlers = {
  readonly [Name in AuthJobName]: (
    data: Extract<AuthJob, { name: Name }>['data'],
    id: string,
  ) => Promise<void>;
};

/** Takes jobs out of the outbox: mail goes to its queue, everything else is done on the spot. */
@Injectable()
export class AuthJobs extends JobPublisher {
  private readonly handlers: Handlers;

  constructor(cache: SessionCache, requestLink: RequestLink, mails: MailQueue) {
    super();
    const queued = (name: MailJobName) => (_data: unknown, id: string) => mails.add(name, id);
    this.handlers = {
      'end-sessions': ({ sessionIds }) => cache.end(sessionIds),
      'request-link': (data) => requestLink.run(data),
      'verify-email': queued('verify-email'),
      'verify-new-email': queued('verify-new-email'),
      'reset-password': queued('reset-password'),
    };
    requireHandlers(authJobNames, this.handlers);
  }

  async publish({ id, ...job }: { id: string; name: string; data: unknown }): Promise<void> {
    const { name, data } = authJobSchema.parse(job);
    const handler = this.handlers[name] as (data: AuthJob['data'], id: string) => Promise<void>;
    await handler(data, id);
  }
}

import { type DynamicModule, Module } from '@nestjs/common';
import { JobPublisher } from '@studiolo/service-kit';

import { Accounts } from '../accounts/accounts.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import { LinkMails } from '../links/link-mails.js';
import { LinkTokens } from '../links/link-tokens.js';
import { RequestLink } from '../links/request-link.js';
import { MailQueue } from '../mail/mail-queue.js';
import { MailWorker } from '../mail/mail-worker.js';
import { Mailer } from '../mail/mailer.js';
import { SendMail } from '../mail/send-mail.js';
import { UnsentMails } from '../mail/unsent-mails.js';
import { SessionCache } from '../sessions/session-cache.js';
import { AuthJobs } from './auth-jobs.js';

/** What happens after the commit: mails, link requests, the end of cached sessions. */
@Module({})
export class JobsModule {
  static forRoot(settings: AuthSettings): DynamicModule {
    return {
      module: JobsModule,
      providers: [
        { provide: AUTH_SETTINGS, useValue: settings },
        { provide: JobPublisher, useClass: AuthJobs },
        Accounts,
        LinkMails,
        LinkTokens,
        MailQueue,
        MailWorker,
        Mailer,
        RequestLink,
        SendMail,
        SessionCache,
        UnsentMails,
      ],
      exports: [AUTH_SETTINGS, JobPublisher, Accounts, LinkMails, SessionCache],
    };
  }
}

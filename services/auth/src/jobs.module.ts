import { type DynamicModule, Module } from '@nestjs/common';
import { JobPublisher } from '@studiolo/service-kit';

import { Accounts } from './accounts/accounts.js';
import { Attempts } from './attempts/attempts.js';
import { AUTH_SETTINGS, type AuthSettings } from './auth.settings.js';
import { AuthJobs } from './auth-jobs.js';
import { MailResetLink } from './forgot-password/mail-reset-link.js';
import { LinkMails } from './links/link-mails.js';
import { LinkTokens } from './links/link-tokens.js';
import { MailLimits } from './links/mail-limits.js';
import { MailQueue } from './mail/mail-queue.js';
import { MailWorker } from './mail/mail-worker.js';
import { Mailer } from './mail/mailer.js';
import { SendMail } from './mail/send-mail.js';
import { UnsentMails } from './mail/unsent-mails.js';
import { ResendMail } from './resend-verification/resend-mail.js';
import { SessionCache } from './sessions/session-cache.js';
import { MailNewEmail } from './update-profile/mail-new-email.js';

/** Work after the commit: mails, link requests, ending cached sessions. */
@Module({})
export class JobsModule {
  static forRoot(settings: AuthSettings): DynamicModule {
    const shared = [Accounts, Attempts, LinkMails, MailLimits, SessionCache];
    return {
      module: JobsModule,
      providers: [
        { provide: AUTH_SETTINGS, useValue: settings },
        { provide: JobPublisher, useClass: AuthJobs },
        ...shared,
        LinkTokens,
        MailNewEmail,
        MailQueue,
        MailResetLink,
        MailWorker,
        Mailer,
        ResendMail,
        SendMail,
        UnsentMails,
      ],
      exports: [AUTH_SETTINGS, JobPublisher, Mailer, ...shared],
    };
  }
}

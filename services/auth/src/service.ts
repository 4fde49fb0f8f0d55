import { APP_INTERCEPTOR } from '@nestjs/core';
import { defineService, JobPublisher } from '@studiolo/service-kit/database';

import { Accounts } from './accounts/accounts.js';
import { OperatorHandlers } from './admin/operator.handlers.js';
import { SetEmailHandler } from './admin/set-email.handler.js';
import { Attempts } from './attempts/attempts.js';
import type { AuthSettings } from './auth.settings.js';
import { AuthJobs } from './auth-jobs.js';
import { Account } from './entities/account.entity.js';
import { Attempt } from './entities/attempt.entity.js';
import { KnownNetwork } from './entities/known-network.entity.js';
import { Session } from './entities/session.entity.js';
import { GoogleHandlers } from './google/google.handlers.js';
import { Google } from './google/google.js';
import { GoogleAccounts } from './google/google-accounts.js';
import { LoginHandler } from './login/login.handler.js';
import { LinkMail } from './mail/link-mail.entity.js';
import { LinkMails } from './mail/link-mails.js';
import { MailCount } from './mail/mail-count.entity.js';
import { COUNTED_SECONDS, MailLimits } from './mail/mail-limits.js';
import { MailQueue } from './mail/mail-queue.js';
import { MailWorker } from './mail/mail-worker.js';
import { Mailer } from './mail/mailer.js';
import { migrations } from './migrations/migrations.js';
import { PasswordResetHandlers } from './password-reset/password-reset.handlers.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { NewEmail } from './profile/new-email.js';
import { ProfileHandlers } from './profile/profile.handlers.js';
import { UndoEmailChangeHandler } from './profile/undo-email-change.handler.js';
import { SecurityLog } from './security-log.js';
import { KNOWN_SECONDS, KnownNetworks } from './sessions/known-networks.js';
import { SessionHandlers } from './sessions/session.handlers.js';
import { SessionCache } from './sessions/session-cache.js';
import { Sessions } from './sessions/sessions.js';
import { SignIn } from './sessions/sign-in.js';
import { SignupHandlers } from './signup/signup.handlers.js';
import { VerifyEmailHandler } from './verify-email/verify-email.handler.js';

export const database = {
  entities: [Account, Attempt, KnownNetwork, LinkMail, MailCount, Session],
  migrations,
};

/** The links of the address of a sign-up, which decide about its account, can no longer be opened. */
const noLinkLives = `NOT EXISTS (SELECT 1 FROM attempts living WHERE living.email = attempts.email
                                    AND living.user_id IS NULL AND living.expires_at > now())`;

/** The mails of an attempt are deleted with it. */
const obsolete = {
  attempts: `expires_at < now() AND (user_id IS NOT NULL OR ${noLinkLives})`,
  known_networks: `used_at < now() - interval '${KNOWN_SECONDS} seconds'`,
  link_mails: 'expires_at < now()',
  mail_counts: `counted_at < now() - interval '${COUNTED_SECONDS} seconds'`,
  sessions: 'expires_at < now()',
};

export const authService = (settings: AuthSettings) =>
  defineService({
    name: 'auth',
    ...{ settings, database, obsolete },
    controllers: [
      GoogleHandlers,
      LoginHandler,
      OperatorHandlers,
      PasswordResetHandlers,
      ProfileHandlers,
      SessionHandlers,
      SetEmailHandler,
      SignupHandlers,
      UndoEmailChangeHandler,
      VerifyEmailHandler,
    ],
    providers: [
      { provide: APP_INTERCEPTOR, useClass: SecurityLog },
      { provide: JobPublisher, useClass: AuthJobs },
      Accounts,
      Attempts,
      Google,
      GoogleAccounts,
      KnownNetworks,
      LinkMails,
      MailLimits,
      MailQueue,
      MailWorker,
      Mailer,
      NewEmail,
      PasswordHasher,
      SessionCache,
      Sessions,
      SignIn,
    ],
  });

import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ServiceModule } from '@studiolo/service-kit';

import { Accounts } from './accounts/accounts.js';
import { Attempts } from './attempts/attempts.js';
import { Ownership } from './attempts/ownership.js';
import { AUTH_SETTINGS, type AuthSettings } from './auth.settings.js';
import { AuthJobs } from './auth-jobs.js';
import { ChangePasswordHandler } from './change-password/change-password.handler.js';
import { CheckSessionHandler } from './check-session/check-session.handler.js';
import { ConfirmSignUpHandler } from './confirm-sign-up/confirm-sign-up.handler.js';
import { CreateAccountHandler } from './create-account/create-account.handler.js';
import { DeleteAccountHandler } from './delete-account/delete-account.handler.js';
import { EndSessionHandler } from './end-session/end-session.handler.js';
import { EndSessionsHandler } from './end-sessions/end-sessions.handler.js';
import { Account } from './entities/account.entity.js';
import { Attempt } from './entities/attempt.entity.js';
import { KnownNetwork } from './entities/known-network.entity.js';
import { LinkMail } from './entities/link-mail.entity.js';
import { MailCount } from './entities/mail-count.entity.js';
import { Session } from './entities/session.entity.js';
import { FindAccountsHandler } from './find-accounts/find-accounts.handler.js';
import { ForgotPasswordHandler } from './forgot-password/forgot-password.handler.js';
import { GetProfileHandler } from './get-profile/get-profile.handler.js';
import { Google } from './google/google.js';
import { GoogleAuthorizationUrlHandler } from './google-authorization-url/google-authorization-url.handler.js';
import { GoogleCallbackHandler } from './google-callback/google-callback.handler.js';
import { IsKnownNetworkHandler } from './is-known-network/is-known-network.handler.js';
import { LinkMails } from './links/link-mails.js';
import { COUNTED_SECONDS, MailLimits } from './links/mail-limits.js';
import { ListSessionsHandler } from './list-sessions/list-sessions.handler.js';
import { LoginHandler } from './login/login.handler.js';
import { LogoutHandler } from './logout/logout.handler.js';
import { LookUps } from './look-ups/look-ups.js';
import { MailQueue } from './mail/mail-queue.js';
import { MailWorker } from './mail/mail-worker.js';
import { Mailer } from './mail/mailer.js';
import { SendMail } from './mail/send-mail.js';
import { migrations } from './migrations/migrations.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { ResendVerificationHandler } from './resend-verification/resend-verification.handler.js';
import { ResetPasswordHandler } from './reset-password/reset-password.handler.js';
import { SecurityLog } from './security-log.js';
import { SendTestMailHandler } from './send-test-mail/send-test-mail.handler.js';
import { AccessTokens } from './sessions/access-tokens.js';
import { KNOWN_SECONDS, KnownNetworks } from './sessions/known-networks.js';
import { SessionCache } from './sessions/session-cache.js';
import { Sessions } from './sessions/sessions.js';
import { SignIn } from './sessions/sign-in.js';
import { SignupHandler } from './signup/signup.handler.js';
import { NewEmail } from './update-profile/new-email.js';
import { UpdateProfileHandler } from './update-profile/update-profile.handler.js';
import { VerifyEmailHandler } from './verify-email/verify-email.handler.js';

const database = {
  entities: [Account, Attempt, KnownNetwork, LinkMail, MailCount, Session],
  migrations,
};

/** The mails of an attempt are deleted with it. */
const obsolete = {
  attempts: 'expires_at < now()',
  known_networks: `used_at < now() - interval '${KNOWN_SECONDS} seconds'`,
  link_mails: 'expires_at < now()',
  mail_counts: `counted_at < now() - interval '${COUNTED_SECONDS} seconds'`,
  sessions: 'expires_at < now()',
};

/** Handlers of messages. */
const handlers = [
  ChangePasswordHandler,
  CheckSessionHandler,
  ConfirmSignUpHandler,
  CreateAccountHandler,
  DeleteAccountHandler,
  EndSessionHandler,
  EndSessionsHandler,
  FindAccountsHandler,
  ForgotPasswordHandler,
  GetProfileHandler,
  GoogleAuthorizationUrlHandler,
  GoogleCallbackHandler,
  IsKnownNetworkHandler,
  ListSessionsHandler,
  LoginHandler,
  LogoutHandler,
  ResendVerificationHandler,
  ResetPasswordHandler,
  SendTestMailHandler,
  SignupHandler,
  UpdateProfileHandler,
  VerifyEmailHandler,
];

@Module({})
export class AuthModule {
  static forRoot(settings: AuthSettings): DynamicModule {
    return {
      module: AuthModule,
      imports: [ServiceModule.forRoot({ name: 'auth', settings, database, obsolete })],
      controllers: handlers,
      providers: [
        { provide: AUTH_SETTINGS, useValue: settings },
        { provide: APP_INTERCEPTOR, useClass: SecurityLog },
        AccessTokens,
        Accounts,
        Attempts,
        AuthJobs,
        Google,
        KnownNetworks,
        LinkMails,
        LookUps,
        MailLimits,
        MailQueue,
        MailWorker,
        Mailer,
        NewEmail,
        Ownership,
        PasswordHasher,
        SendMail,
        SessionCache,
        Sessions,
        SignIn,
      ],
    };
  }
}

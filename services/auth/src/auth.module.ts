import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ServiceModule } from '@studiolo/service-kit';

import { Ownership } from './attempts/ownership.js';
import type { AuthSettings } from './auth.settings.js';
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
import { ExpiredRows } from './expired-rows.js';
import { FindAccountsHandler } from './find-accounts/find-accounts.handler.js';
import { ForgotPasswordHandler } from './forgot-password/forgot-password.handler.js';
import { GetProfileHandler } from './get-profile/get-profile.handler.js';
import { Google } from './google/google.js';
import { GoogleAccounts } from './google/google-accounts.js';
import { GoogleCodes } from './google/google-codes.js';
import { GoogleAuthorizationUrlHandler } from './google-authorization-url/google-authorization-url.handler.js';
import { GoogleCallbackHandler } from './google-callback/google-callback.handler.js';
import { IsKnownNetworkHandler } from './is-known-network/is-known-network.handler.js';
import { JobsModule } from './jobs.module.js';
import { ListSessionsHandler } from './list-sessions/list-sessions.handler.js';
import { LoginHandler } from './login/login.handler.js';
import { LogoutHandler } from './logout/logout.handler.js';
import { migrations } from './migrations/migrations.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { ResendVerificationHandler } from './resend-verification/resend-verification.handler.js';
import { ResetPasswordHandler } from './reset-password/reset-password.handler.js';
import { SecurityLog } from './security-log.js';
import { SendTestMailHandler } from './send-test-mail/send-test-mail.handler.js';
import { AccessTokens } from './sessions/access-tokens.js';
import { KnownNetworks } from './sessions/known-networks.js';
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

@Module({})
export class AuthModule {
  static forRoot(settings: AuthSettings): DynamicModule {
    const jobs = JobsModule.forRoot(settings);
    return {
      module: AuthModule,
      imports: [ServiceModule.forRoot({ name: 'auth', settings, database, jobs })],
      controllers: [
        SignupHandler,
        LoginHandler,
        IsKnownNetworkHandler,
        LogoutHandler,
        CheckSessionHandler,
        GetProfileHandler,
        UpdateProfileHandler,
        ChangePasswordHandler,
        DeleteAccountHandler,
        ListSessionsHandler,
        EndSessionHandler,
        ForgotPasswordHandler,
        ResetPasswordHandler,
        VerifyEmailHandler,
        ResendVerificationHandler,
        GoogleAuthorizationUrlHandler,
        GoogleCallbackHandler,
        FindAccountsHandler,
        CreateAccountHandler,
        SendTestMailHandler,
        ConfirmSignUpHandler,
        EndSessionsHandler,
      ],
      providers: [
        AccessTokens,
        ExpiredRows,
        Google,
        GoogleAccounts,
        GoogleCodes,
        KnownNetworks,
        NewEmail,
        Ownership,
        PasswordHasher,
        Sessions,
        SignIn,
        { provide: APP_INTERCEPTOR, useClass: SecurityLog },
      ],
    };
  }
}

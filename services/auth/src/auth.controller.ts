import { Controller } from '@nestjs/common';
import { authMessages } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';
import { RedisStreamsContext } from '@studiolo/transport';
import type { z } from 'zod';

import { ChangePasswordHandler } from './change-password/change-password.handler.js';
import { CheckSessionHandler } from './check-session/check-session.handler.js';
import { DeleteAccountHandler } from './delete-account/delete-account.handler.js';
import { ForgotPasswordHandler } from './forgot-password/forgot-password.handler.js';
import { GetProfileHandler } from './get-profile/get-profile.handler.js';
import { GoogleAuthorizationUrlHandler } from './google-authorization-url/google-authorization-url.handler.js';
import { GoogleCallbackHandler } from './google-callback/google-callback.handler.js';
import { LoginHandler } from './login/login.handler.js';
import { LogoutHandler } from './logout/logout.handler.js';
import { ResendVerificationHandler } from './resend-verification/resend-verification.handler.js';
import { ResetPasswordHandler } from './reset-password/reset-password.handler.js';
import { SignupHandler } from './signup/signup.handler.js';
import { UpdateProfileHandler } from './update-profile/update-profile.handler.js';
import { VerifyEmailHandler } from './verify-email/verify-email.handler.js';

type Messages = typeof authMessages;
type Request<Name extends keyof Messages> = z.output<Messages[Name]['request']>;
type Reply<Name extends keyof Messages> = z.input<Messages[Name]['reply']>;

@Controller()
export class AuthController {
  // eslint-disable-next-line @typescript-eslint/max-params -- one for each message
  constructor(
    private readonly signupHandler: SignupHandler,
    private readonly loginHandler: LoginHandler,
    private readonly logoutHandler: LogoutHandler,
    private readonly checkSessionHandler: CheckSessionHandler,
    private readonly getProfileHandler: GetProfileHandler,
    private readonly updateProfileHandler: UpdateProfileHandler,
    private readonly changePasswordHandler: ChangePasswordHandler,
    private readonly deleteAccountHandler: DeleteAccountHandler,
    private readonly forgotPasswordHandler: ForgotPasswordHandler,
    private readonly resetPasswordHandler: ResetPasswordHandler,
    private readonly verifyEmailHandler: VerifyEmailHandler,
    private readonly resendVerificationHandler: ResendVerificationHandler,
    private readonly googleAuthorizationUrlHandler: GoogleAuthorizationUrlHandler,
    private readonly googleCallbackHandler: GoogleCallbackHandler,
  ) {}

  @HandleMessage(authMessages.signup)
  signup(request: Request<'signup'>, context: RedisStreamsContext): Promise<Reply<'signup'>> {
    return this.signupHandler.handle(request, context);
  }

  @HandleMessage(authMessages.login)
  login(request: Request<'login'>, context: RedisStreamsContext): Promise<Reply<'login'>> {
    return this.loginHandler.handle(request, context);
  }

  @HandleMessage(authMessages.logout)
  logout(request: Request<'logout'>, context: RedisStreamsContext): Promise<Reply<'logout'>> {
    return this.logoutHandler.handle(request, context);
  }

  @HandleMessage(authMessages.checkSession)
  checkSession(request: Request<'checkSession'>): Promise<Reply<'checkSession'>> {
    return this.checkSessionHandler.handle(request);
  }

  @HandleMessage(authMessages.getProfile)
  getProfile(request: Request<'getProfile'>): Promise<Reply<'getProfile'>> {
    return this.getProfileHandler.handle(request);
  }

  @HandleMessage(authMessages.updateProfile)
  updateProfile(
    request: Request<'updateProfile'>,
    context: RedisStreamsContext,
  ): Promise<Reply<'updateProfile'>> {
    return this.updateProfileHandler.handle(request, context);
  }

  @HandleMessage(authMessages.changePassword)
  changePassword(
    request: Request<'changePassword'>,
    context: RedisStreamsContext,
  ): Promise<Reply<'changePassword'>> {
    return this.changePasswordHandler.handle(request, context);
  }

  @HandleMessage(authMessages.deleteAccount)
  deleteAccount(
    request: Request<'deleteAccount'>,
    context: RedisStreamsContext,
  ): Promise<Reply<'deleteAccount'>> {
    return this.deleteAccountHandler.handle(request, context);
  }

  @HandleMessage(authMessages.forgotPassword)
  forgotPassword(
    request: Request<'forgotPassword'>,
    context: RedisStreamsContext,
  ): Promise<Reply<'forgotPassword'>> {
    return this.forgotPasswordHandler.handle(request, context);
  }

  @HandleMessage(authMessages.resetPassword)
  resetPassword(
    request: Request<'resetPassword'>,
    context: RedisStreamsContext,
  ): Promise<Reply<'resetPassword'>> {
    return this.resetPasswordHandler.handle(request, context);
  }

  @HandleMessage(authMessages.verifyEmail)
  verifyEmail(
    request: Request<'verifyEmail'>,
    context: RedisStreamsContext,
  ): Promise<Reply<'verifyEmail'>> {
    return this.verifyEmailHandler.handle(request, context);
  }

  @HandleMessage(authMessages.resendVerification)
  resendVerification(
    request: Request<'resendVerification'>,
    context: RedisStreamsContext,
  ): Promise<Reply<'resendVerification'>> {
    return this.resendVerificationHandler.handle(request, context);
  }

  @HandleMessage(authMessages.googleAuthorizationUrl)
  googleAuthorizationUrl(): Promise<Reply<'googleAuthorizationUrl'>> {
    return this.googleAuthorizationUrlHandler.handle();
  }

  @HandleMessage(authMessages.googleCallback)
  googleCallback(
    request: Request<'googleCallback'>,
    context: RedisStreamsContext,
  ): Promise<Reply<'googleCallback'>> {
    return this.googleCallbackHandler.handle(request, context);
  }
}

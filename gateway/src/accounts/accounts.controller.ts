import { Controller } from '@nestjs/common';
import {
  authMessages,
  forgotPasswordOperation,
  googleCallbackOperation,
  googleUrlOperation,
  loginOperation,
  resendVerificationOperation,
  resetPasswordOperation,
  signupOperation,
  verifyEmailOperation,
} from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';

import type { Call } from '../http/read-call.js';
import { Route } from '../http/route.decorator.js';
import { clientKey, clientNetwork } from '../rate-limits/client-address.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { callerOf } from './caller.js';
import { LoginLimit } from './login-limit.js';

/** The calls of somebody who is not signed in. */
@Controller()
export class AccountsController {
  constructor(
    private readonly bus: MessageBus,
    private readonly limiter: RateLimiter,
    private readonly logins: LoginLimit,
  ) {}

  @Route(signupOperation)
  async signup({ body, request }: Call<typeof signupOperation>) {
    await this.limiter.consume('signupByAddress', clientKey(request.ip));
    const reply = await this.bus.call(authMessages.signup, { ...body, ...callerOf(request) });
    if (reply.outcome === 'signed_in') {
      return { success: true as const, token: reply.token, user: reply.user };
    }
    return {
      success: true as const,
      email_verification_required: true as const,
      email: reply.email,
      attempt: reply.attempt,
      message: 'Please check your email to verify your account',
    };
  }

  @Route(loginOperation)
  async login({ body, request }: Call<typeof loginOperation>) {
    const { token, user } = await this.logins.run(request.ip, body.email, () =>
      this.bus.call(authMessages.login, { ...body, ...callerOf(request) }),
    );
    return { success: true as const, token, user };
  }

  @Route(forgotPasswordOperation)
  async forgotPassword({ body, request }: Call<typeof forgotPasswordOperation>) {
    const address = clientKey(request.ip);
    await this.limiter.consume('forgotPasswordByAddress', address);
    await this.limiter.consume('forgotPasswordByAddressAndAccount', `${address[0]} ${body.email}`);
    const network = clientNetwork(request.ip);
    await this.bus.call(authMessages.forgotPassword, { ...body, network });
    return { message: 'If an account with this email exists, a reset link is on its way' };
  }

  @Route(resetPasswordOperation)
  async resetPassword({ body, request }: Call<typeof resetPasswordOperation>) {
    await this.limiter.consume('resetPasswordByAddress', clientKey(request.ip));
    await this.bus.call(authMessages.resetPassword, body);
    return { success: true as const, message: 'Password reset successfully' };
  }

  @Route(verifyEmailOperation)
  async verifyEmail({ body, request, session }: Call<typeof verifyEmailOperation>) {
    await this.limiter.consume('verifyEmailByAddress', clientKey(request.ip));
    const { token, user, passwordResetSent } = await this.bus.call(authMessages.verifyEmail, {
      ...body,
      ...callerOf(request),
      ...(session && { session }),
    });
    return {
      success: true as const,
      ...{ token, user, message: 'Email verified successfully' },
      ...(passwordResetSent && { password_reset_sent: true as const }),
    };
  }

  @Route(resendVerificationOperation)
  async resendVerification({ body, request }: Call<typeof resendVerificationOperation>) {
    await this.limiter.consume('resendByAddress', clientKey(request.ip));
    const network = clientNetwork(request.ip);
    await this.bus.call(authMessages.resendVerification, { ...body, network });
    return { message: 'If this email waits for verification, a new link is on its way' };
  }

  @Route(googleUrlOperation)
  async googleUrl({ request }: Call<typeof googleUrlOperation>) {
    await this.limiter.consume('googleByAddress', clientKey(request.ip));
    const { authorizationUrl } = await this.bus.call(authMessages.googleAuthorizationUrl, {});
    return { authorization_url: authorizationUrl };
  }

  @Route(googleCallbackOperation)
  async googleCallback({ body, request }: Call<typeof googleCallbackOperation>) {
    await this.limiter.consume('googleByAddress', clientKey(request.ip));
    const account = { ...body, ...callerOf(request) };
    const { token, user } = await this.bus.call(authMessages.googleCallback, account);
    return { success: true as const, token, user, message: 'Signed in with Google' };
  }
}

import { Controller } from '@nestjs/common';
import {
  authMessages,
  deleteAccountOperation,
  forgotPasswordOperation,
  getProfileOperation,
  loginOperation,
  logoutOperation,
  resendVerificationOperation,
  resetPasswordOperation,
  signupOperation,
  verifyEmailOperation,
} from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';

import type { Call } from '../http/read-call.js';
import { Route } from '../http/route.decorator.js';
import { clientKey } from '../rate-limits/client-address.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { deviceOf } from './device.js';
import { LoginAttempts } from './login-attempts.js';

@Controller()
export class AccountsController {
  constructor(
    private readonly bus: MessageBus,
    private readonly limiter: RateLimiter,
    private readonly attempts: LoginAttempts,
  ) {}

  @Route(signupOperation)
  async signup({ body, request }: Call<typeof signupOperation>) {
    await this.limiter.consume('signupByAddress', clientKey(request.ip));
    const reply = await this.bus.call(authMessages.signup, { ...body, device: deviceOf(request) });
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
    const who = { address: clientKey(request.ip), email: body.email };
    const reply = await this.attempts.count(who, () =>
      this.bus.call(authMessages.login, { ...body, device: deviceOf(request) }),
    );
    return { success: true as const, ...reply };
  }

  @Route(logoutOperation)
  async logout({ session }: Call<typeof logoutOperation>) {
    await this.bus.call(authMessages.logout, session);
    return { success: true as const, message: 'Signed out successfully' };
  }

  @Route(getProfileOperation)
  getProfile({ session }: Call<typeof getProfileOperation>) {
    return this.bus.call(authMessages.getProfile, { userId: session.userId });
  }

  @Route(deleteAccountOperation)
  async deleteAccount({ session }: Call<typeof deleteAccountOperation>) {
    await this.bus.call(authMessages.deleteAccount, { userId: session.userId });
    return { success: true as const, message: 'Account deleted successfully' };
  }

  @Route(forgotPasswordOperation)
  async forgotPassword({ body, request }: Call<typeof forgotPasswordOperation>) {
    await this.limiter.consume('forgotPasswordByAddress', clientKey(request.ip));
    await this.limiter.consume('forgotPasswordByAccount', body.email);
    await this.bus.call(authMessages.forgotPassword, body);
    return { message: 'If an account with this email exists, a reset link is on its way' };
  }

  @Route(resetPasswordOperation)
  async resetPassword({ body, request }: Call<typeof resetPasswordOperation>) {
    await this.limiter.consume('resetPasswordByAddress', clientKey(request.ip));
    await this.bus.call(authMessages.resetPassword, body);
    return { success: true as const, message: 'Password reset successfully' };
  }

  @Route(verifyEmailOperation)
  async verifyEmail({ body, request }: Call<typeof verifyEmailOperation>) {
    await this.limiter.consume('verifyEmailByAddress', clientKey(request.ip));
    const reply = await this.bus.call(authMessages.verifyEmail, {
      ...body,
      device: deviceOf(request),
    });
    return { success: true as const, ...reply, message: 'Email verified successfully' };
  }

  @Route(resendVerificationOperation)
  async resendVerification({ body, request }: Call<typeof resendVerificationOperation>) {
    await this.limiter.consume('resendByAddress', clientKey(request.ip));
    await this.bus.call(authMessages.resendVerification, body);
    return { message: 'If this email waits for verification, a new link is on its way' };
  }
}

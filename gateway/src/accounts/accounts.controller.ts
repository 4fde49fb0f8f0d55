import { Controller } from '@nestjs/common';
import {
  authMessages,
  forgotPasswordOperation,
  googleCallbackOperation,
  googleUrlOperation,
  linkGoogleOperation,
  loginOperation,
  resendVerificationOperation,
  resetPasswordOperation,
  signupOperation,
  undoEmailChangeOperation,
  verifyEmailOperation,
} from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';

import type { Call } from '../http/read-call.js';
import { clientNetwork } from '../rate-limits/client-address.js';
import { Route } from '../routing/route.decorator.js';
import { callerOf } from './caller.js';
import { PasswordLimit } from './password-limit.js';

/** The calls of somebody who is not signed in. */
@Controller()
export class AccountsController {
  constructor(
    private readonly bus: MessageBus,
    private readonly passwords: PasswordLimit,
  ) {}

  @Route(signupOperation)
  async signup({ body, request }: Call<typeof signupOperation>) {
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
  async login(call: Call<typeof loginOperation>) {
    const { token, user } = await this.passwords.run(call, () =>
      this.bus.call(authMessages.login, { ...call.body, ...callerOf(call.request) }),
    );
    return { success: true as const, token, user };
  }

  @Route(forgotPasswordOperation)
  async forgotPassword({ body, request }: Call<typeof forgotPasswordOperation>) {
    const network = clientNetwork(request.ip);
    await this.bus.call(authMessages.forgotPassword, { ...body, network });
    return { message: 'If an account with this email exists, a reset link is on its way' };
  }

  @Route(resetPasswordOperation)
  async resetPassword({ body }: Call<typeof resetPasswordOperation>) {
    await this.bus.call(authMessages.resetPassword, body);
    return { success: true as const, message: 'Password reset successfully' };
  }

  @Route(undoEmailChangeOperation)
  async undoEmailChange({ body }: Call<typeof undoEmailChangeOperation>) {
    await this.bus.call(authMessages.undoEmailChange, body);
    return { success: true as const, message: 'Your address is back, with the new password' };
  }

  @Route(verifyEmailOperation)
  async verifyEmail({ body, request, session }: Call<typeof verifyEmailOperation>) {
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
    const network = clientNetwork(request.ip);
    await this.bus.call(authMessages.resendVerification, { ...body, network });
    return { message: 'If this email waits for verification, a new link is on its way' };
  }

  @Route(googleUrlOperation)
  async googleUrl() {
    const { authorizationUrl } = await this.bus.call(authMessages.googleAuthorizationUrl, {});
    return { authorization_url: authorizationUrl };
  }

  @Route(googleCallbackOperation)
  async googleCallback({ body, request }: Call<typeof googleCallbackOperation>) {
    const account = { ...body, ...callerOf(request) };
    const { token, user } = await this.bus.call(authMessages.googleCallback, account);
    return { success: true as const, token, user, message: 'Signed in with Google' };
  }

  @Route(linkGoogleOperation)
  async linkGoogle({ body, request }: Call<typeof linkGoogleOperation>) {
    const account = { ...body, ...callerOf(request) };
    const { token, user } = await this.bus.call(authMessages.linkGoogle, account);
    return { success: true as const, token, user, message: 'Google account linked' };
  }
}

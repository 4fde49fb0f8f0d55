import { Controller } from '@nestjs/common';
import { authMessages, updateProfileOperation } from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';

import type { Call } from '../http/read-call.js';
import { Route } from '../http/route.decorator.js';
import { clientNetwork } from '../rate-limits/client-address.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';

type UpdateCall = Call<typeof updateProfileOperation>;

/** One URL changes either the profile or the password. */
@Controller()
export class ProfileController {
  constructor(
    private readonly bus: MessageBus,
    private readonly limiter: RateLimiter,
  ) {}

  @Route(updateProfileOperation)
  update({ body, session, request }: UpdateCall) {
    const { password, current_password: currentPassword } = body;
    return password !== undefined && currentPassword !== undefined
      ? this.changePassword(session, { currentPassword, password })
      : this.updateProfile(session, body, clientNetwork(request.ip));
  }

  private async changePassword(
    session: UpdateCall['session'],
    passwords: { currentPassword: string; password: string },
  ) {
    const { userId } = session;
    await this.limiter.consume('passwordChangeByUser', userId);
    const { user } = await this.bus.call(authMessages.changePassword, { ...session, ...passwords });
    await this.limiter.clear('passwordChangeByUser', userId);
    return { success: true as const, user, message: 'Password changed successfully' };
  }

  private async updateProfile(
    session: UpdateCall['session'],
    { name, email }: UpdateCall['body'],
    network: string,
  ) {
    const { user, emailPending } = await this.bus.call(authMessages.updateProfile, {
      ...session,
      ...{ name, email, network },
    });
    const message = emailPending
      ? `Profile updated successfully. To use ${email}, open the link in the mail we sent there; until then ${user.email} stays your address`
      : 'Profile updated successfully';
    return { success: true as const, user, message };
  }
}

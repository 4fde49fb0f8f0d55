import { Controller, Header } from '@nestjs/common';
import {
  authMessages,
  deleteAccountOperation,
  endOtherSessionsOperation,
  endSessionOperation,
  getProfileOperation,
  listSessionsOperation,
  logoutOperation,
  updateProfileOperation,
} from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';

import { type Call, idFrom } from '../http/read-call.js';
import { clientNetwork } from '../rate-limits/client-address.js';
import { Route } from '../routing/route.decorator.js';
import { PasswordLimit } from './password-limit.js';

type UpdateCall = Call<typeof updateProfileOperation>;

/** The next person at this browser finds no picture of the last one in its cache. */
const ForgetInBrowser = () => Header('Clear-Site-Data', '"cache"');

/** The account of the signed-in user, and its sessions. */
@Controller()
export class ProfileController {
  constructor(
    private readonly bus: MessageBus,
    private readonly passwords: PasswordLimit,
  ) {}

  @Route(getProfileOperation)
  get({ session }: Call<typeof getProfileOperation>) {
    return this.bus.call(authMessages.getProfile, { userId: session.userId });
  }

  /** One URL changes either the profile or the password. */
  @Route(updateProfileOperation)
  async update(call: UpdateCall) {
    const { password, current_password: currentPassword } = call.body;
    return password !== undefined && currentPassword !== undefined
      ? this.changePassword(call, { currentPassword, password })
      : this.updateProfile(call);
  }

  @Route(deleteAccountOperation)
  @ForgetInBrowser()
  async deleteAccount({ session }: Call<typeof deleteAccountOperation>) {
    await this.bus.call(authMessages.deleteAccount, { userId: session.userId });
    return { success: true as const, message: 'Account deleted successfully' };
  }

  @Route(logoutOperation)
  @ForgetInBrowser()
  async logout({ session }: Call<typeof logoutOperation>) {
    await this.bus.call(authMessages.logout, session);
    return { success: true as const, message: 'Signed out successfully' };
  }

  @Route(listSessionsOperation)
  async listSessions({ session: { userId, sessionId } }: Call<typeof listSessionsOperation>) {
    const { sessions } = await this.bus.call(authMessages.listSessions, { userId });
    return { sessions: sessions.map((each) => ({ ...each, current: each.id === sessionId })) };
  }

  @Route(endSessionOperation)
  async endSession({ params, session }: Call<typeof endSessionOperation>) {
    const sessionId = idFrom(params.id, 'SESSION_NOT_FOUND');
    await this.bus.call(authMessages.endSession, { userId: session.userId, sessionId });
    return { success: true as const, message: 'Session ended successfully' };
  }

  @Route(endOtherSessionsOperation)
  async endOtherSessions({ session }: Call<typeof endOtherSessionsOperation>) {
    await this.bus.call(authMessages.endSessions, session);
    return { success: true as const, message: 'All other sessions ended successfully' };
  }

  private async changePassword(
    call: UpdateCall,
    passwords: { currentPassword: string; password: string },
  ) {
    const { user } = await this.passwords.run(call, () =>
      this.bus.call(authMessages.changePassword, { ...call.session, ...passwords }),
    );
    return { success: true as const, user, message: 'Password changed successfully' };
  }

  private async updateProfile({ body: { name, email }, session, request }: UpdateCall) {
    const network = clientNetwork(request.ip);
    const changes = { ...session, name, email, network };
    const { user, emailPending } = await this.bus.call(authMessages.updateProfile, changes);
    const message = emailPending
      ? `Profile updated successfully. To use ${email}, open the link in the mail we sent there; until then ${user.email} stays your address`
      : 'Profile updated successfully';
    return { success: true as const, user, message };
  }
}

import { Controller } from '@nestjs/common';
import {
  authMessages,
  endSessionOperation,
  idSchema,
  listSessionsOperation,
} from '@studiolo/contracts';
import { AppError, MessageBus } from '@studiolo/service-kit';

import type { Call } from '../http/read-call.js';
import { Route } from '../http/route.decorator.js';

/** Where a user is signed in. */
@Controller()
export class SessionsController {
  constructor(private readonly bus: MessageBus) {}

  @Route(listSessionsOperation)
  async list({ session: { userId, sessionId } }: Call<typeof listSessionsOperation>) {
    const { sessions } = await this.bus.call(authMessages.listSessions, { userId });
    return { sessions: sessions.map((each) => ({ ...each, current: each.id === sessionId })) };
  }

  @Route(endSessionOperation)
  async end({ params, session }: Call<typeof endSessionOperation>) {
    const { data: sessionId } = idSchema.safeParse(params.id);
    if (sessionId === undefined) throw new AppError('SESSION_NOT_FOUND');
    await this.bus.call(authMessages.endSession, { userId: session.userId, sessionId });
    return { success: true as const, message: 'Session ended successfully' };
  }
}

import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';

import { Sessions } from '../sessions/sessions.js';

type Message = typeof authMessages.listSessions;

@Controller()
export class ListSessionsHandler {
  constructor(private readonly sessions: Sessions) {}

  @HandleMessage(authMessages.listSessions)
  async execute({ userId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const sessions = await this.sessions.list(userId);
    return {
      sessions: sessions.map(({ id, createdAt, lastSeenAt, device }) => ({
        id,
        created_at: createdAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        device: device ?? 'Unknown device',
      })),
    };
  }
}

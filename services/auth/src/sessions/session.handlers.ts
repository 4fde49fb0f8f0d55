import { Controller } from '@nestjs/common';
import { authMessages, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import { Inbox } from '@studiolo/service-kit/database';

import { Accounts } from '../accounts/accounts.js';
import { KnownNetworks } from './known-networks.js';
import { SessionCache } from './session-cache.js';
import { Sessions } from './sessions.js';

type Messages = typeof authMessages;

@Controller()
export class SessionHandlers {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly networks: KnownNetworks,
    private readonly cache: SessionCache,
  ) {}

  /**
   * The database decides whether a session is active; the cache keeps the answer, so that the database is asked at most
   * once a minute.
   */
  @HandleMessage(authMessages.checkSession)
  async check({ userId, sessionId }: RequestOf<Messages['checkSession']>) {
    const session = await this.sessions.findAlive(sessionId);
    if (!session) {
      await this.cache.markEnded(sessionId);
      return { active: false };
    }
    if (session.userId !== userId) return { active: false };
    await this.sessions.markSeen(sessionId);
    return { active: await this.cache.remember(sessionId, userId) };
  }

  @HandleMessage(authMessages.listSessions)
  async list({ userId }: RequestOf<Messages['listSessions']>) {
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

  @HandleMessage(authMessages.isKnownNetwork)
  async isKnownNetwork({ email, network }: RequestOf<Messages['isKnownNetwork']>) {
    const account = await this.accounts.findByEmail(email);
    return { known: account !== null && (await this.networks.has(account.id, network)) };
  }

  @HandleMessage(authMessages.logout)
  async logout({ userId, sessionId }: RequestOf<Messages['logout']>) {
    await this.inbox.once((transaction) => this.sessions.endOne(transaction, userId, sessionId));
    return {};
  }

  /** Ends a session of the user by id; somebody else's session counts as missing. */
  @HandleMessage(authMessages.endSession)
  async end({ userId, sessionId }: RequestOf<Messages['endSession']>) {
    await this.inbox.once(async (transaction) => {
      const isEnded = await this.sessions.endOne(transaction, userId, sessionId);
      if (!isEnded) throw new AppError('SESSION_NOT_FOUND');
    });
    return {};
  }

  @HandleMessage(authMessages.endSessions)
  async endAll({ userId, sessionId }: RequestOf<Messages['endSessions']>) {
    const ended = await this.inbox.once((transaction) =>
      this.sessions.endAll(transaction, userId, sessionId),
    );
    return { ended };
  }
}

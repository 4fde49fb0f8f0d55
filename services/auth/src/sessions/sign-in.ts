import { Injectable } from '@nestjs/common';
import type { User } from '@studiolo/contracts';
import { AppError, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import type { EntityManager } from 'typeorm';

import { Accounts } from '../accounts/accounts.js';
import { toUser } from '../accounts/to-user.js';
import { AccessTokens } from './access-tokens.js';
import { SessionCache } from './session-cache.js';
import { type OpenSession, Sessions } from './sessions.js';

/** The account that may sign in. */
export interface Admission {
  readonly accountId: string;
}

export interface SignedIn {
  readonly token: string;
  readonly user: User;
}

/** Opens the session of every kind of sign-in. */
@Injectable()
export class SignIn {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly cache: SessionCache,
    private readonly tokens: AccessTokens,
  ) {}

  /**
   * Opens a session for the user that `admit` accepts, in one transaction and once per message. The inbox stores only
   * the session's id: a repeated message gets a newly signed token.
   * @param device browser and system in words
   */
  async once(
    context: RedisStreamsContext,
    device: string | undefined,
    admit: (transaction: EntityManager) => Promise<Admission>,
  ): Promise<SignedIn> {
    let opened: OpenSession | undefined;
    const { sessionId } = await this.inbox.once(context, async (transaction) => {
      const { accountId } = await admit(transaction);
      opened = await this.sessions.open(transaction, accountId, device);
      return { sessionId: opened.session.id };
    });
    // A repeated message rolls its own session back and gets the id of the first one.
    const kept = opened?.session.id === sessionId ? opened : await this.findOpen(sessionId);
    return this.enter(kept);
  }

  /** Reads the session that the first handling of a repeated message opened. */
  private async findOpen(sessionId: string): Promise<OpenSession> {
    const session = await this.sessions.findAlive(sessionId);
    if (!session) throw new AppError('UNAUTHENTICATED');
    return { session, account: await this.accounts.get(session.accountId) };
  }

  private async enter({ session, account }: OpenSession): Promise<SignedIn> {
    const [token] = await Promise.all([
      this.tokens.sign(session),
      this.cache.remember(session.id, account.id),
    ]);
    return { token, user: toUser(account) };
  }
}

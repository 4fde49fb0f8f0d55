import { Injectable } from '@nestjs/common';
import { AppError, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import type { EntityManager } from 'typeorm';

import { Accounts, toUser } from '../accounts/accounts.js';
import { AccessTokens } from './access-tokens.js';
import { KnownNetworks } from './known-networks.js';
import { SessionCache } from './session-cache.js';
import { Sessions } from './sessions.js';

/** The account to sign in to. */
export interface Entry {
  readonly userId: string;
  /** A session that goes on; without one, a new session is opened. */
  readonly sessionId?: string;
  /** Whether the account has no password yet, and a mail to set one was sent. */
  readonly passwordResetSent?: boolean;
}

/** Where somebody signs in: browser and system in words, and the network. */
interface Caller {
  readonly device?: string | undefined;
  readonly network?: string | undefined;
}

/** Opens the session of every kind of sign-in. */
@Injectable()
export class SignIn {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly networks: KnownNetworks,
    private readonly cache: SessionCache,
    private readonly tokens: AccessTokens,
  ) {}

  /**
   * Opens a session for the account that `enter` returns, in one transaction and once per message. The inbox stores only
   * the session's id: a repeated message gets a newly signed token.
   */
  async once(
    context: RedisStreamsContext,
    { device, network }: Caller,
    enter: (transaction: EntityManager) => Promise<Entry>,
  ) {
    const { sessionId, passwordResetSent } = await this.inbox.once(context, async (transaction) => {
      const { userId, passwordResetSent = false, ...entry } = await enter(transaction);
      const id = entry.sessionId ?? (await this.sessions.open(transaction, userId, device));
      if (network !== undefined) await this.networks.remember(transaction, userId, network);
      return { sessionId: id, passwordResetSent };
    });
    const session = await this.sessions.findAlive(sessionId);
    if (!session) throw new AppError('UNAUTHENTICATED');
    const [account, token] = await Promise.all([
      this.accounts.get(session.userId),
      this.tokens.sign(session),
      this.cache.remember(session.id, session.userId),
    ]);
    return { token, user: toUser(account), passwordResetSent };
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { authMessages, RequestOf } from '@studiolo/contracts';
import { AppError, currentMessage } from '@studiolo/service-kit';
import { Inbox, SETTINGS } from '@studiolo/service-kit/database';
import { importPKCS8, SignJWT } from 'jose';
import type { EntityManager } from 'typeorm';

import { Accounts, toUser } from '../accounts/accounts.js';
import type { AuthSettings } from '../auth.settings.js';
import type { Session } from '../entities/session.entity.js';
import { KnownNetworks } from './known-networks.js';
import { SessionCache } from './session-cache.js';
import { Sessions } from './sessions.js';

const ALGORITHM = 'EdDSA';

/** The account to sign in to. */
interface Entry {
  readonly userId: string;
  /** A session that goes on; without one, a new session is opened. */
  readonly sessionId?: string;
  /** Whether the account has no password yet, and a mail to set one was sent. */
  readonly passwordResetSent?: boolean;
}

/** Where somebody signs in: browser and system in words, and the network. */
type Caller = Pick<RequestOf<typeof authMessages.login>, 'device' | 'network'>;

/** Opens the session of every kind of sign-in. */
@Injectable()
export class SignIn {
  private readonly key: ReturnType<typeof importPKCS8>;

  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly networks: KnownNetworks,
    private readonly cache: SessionCache,
    @Inject(SETTINGS) settings: AuthSettings,
  ) {
    this.key = importPKCS8(settings.JWT_PRIVATE_KEY, ALGORITHM);
  }

  /**
   * Opens a session for the account that `enter` returns, in one transaction and once per message. The inbox stores only
   * the session's id: an entry that is delivered again, because its replica died before it answered, gets a newly signed
   * token. A message that is stored again gets none, because somebody may have recorded it.
   * @throws AppError SIGN_IN_REPEATED
   */
  async once({ device, network }: Caller, enter: (transaction: EntityManager) => Promise<Entry>) {
    const currentEntry = currentMessage().getEntryId();
    const { entryId, sessionId, passwordResetSent } = await this.inbox.once(async (transaction) => {
      const { userId, passwordResetSent = false, ...entry } = await enter(transaction);
      const id = entry.sessionId ?? (await this.sessions.open(transaction, userId, device));
      if (network !== undefined) await this.networks.remember(transaction, userId, network);
      return { entryId: currentEntry, sessionId: id, passwordResetSent };
    });
    if (entryId !== currentEntry) throw new AppError('SIGN_IN_REPEATED');
    const session = await this.sessions.findAlive(sessionId);
    if (!session) throw new AppError('UNAUTHENTICATED');
    const [account, token] = await Promise.all([
      this.accounts.get(session.userId),
      this.signToken(session),
      this.cache.remember(session.id, session.userId),
    ]);
    return { token, user: toUser(account), passwordResetSent };
  }

  /** A bearer token that names user and session and expires with the session; the gateway has the public key. */
  private async signToken({ id, userId, expiresAt }: Session): Promise<string> {
    return new SignJWT({ sub: userId, sid: id, iss: 'studiolo', aud: 'studiolo-api' })
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(await this.key);
  }
}

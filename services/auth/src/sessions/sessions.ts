import { Injectable } from '@nestjs/common';
import { type LiveEnd, SESSION_TTL_MS, SESSIONS_MAX } from '@studiolo/contracts';
import {
  afterMs,
  inFuture,
  now,
  olderThan,
  recordSessionEnd,
} from '@studiolo/service-kit/database';
import { DataSource, type EntityManager, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { recordProfileChange } from '../accounts/accounts.js';
import { Account } from '../entities/account.entity.js';
import { Session } from '../entities/session.entity.js';
import { SessionCache } from './session-cache.js';

const SEEN_INTERVAL_SECONDS = 10 * 60;
const LAST_SEEN_FIRST = { lastSeenAt: 'DESC', id: 'DESC' } as const;

/**
 * Sessions in the database, at most SESSIONS_MAX of an account. Ending some also ends their cached copies, and closes the
 * event streams of their pages after the commit.
 */
@Injectable()
export class Sessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cache: SessionCache,
  ) {}

  /**
   * Opens a session on a device and records the login. Ends the sessions beyond SESSIONS_MAX that were not seen for
   * longest.
   * @throws AppError UNAVAILABLE when one has to end and Redis does not take the end of its cached copy
   */
  async open(transaction: EntityManager, userId: string, device?: string): Promise<string> {
    const id = uuidv7();
    // Also locks the account, so that simultaneous logins do not exceed the maximum together.
    await transaction.update(Account, userId, { lastLogin: now });
    const expiresAt = afterMs(SESSION_TTL_MS);
    await transaction.insert(Session, { id, userId, device: device ?? null, expiresAt });
    const surplus = await transaction.find(Session, {
      where: { userId, id: Not(id) },
      order: LAST_SEEN_FIRST,
      skip: SESSIONS_MAX - 1,
    });
    await this.end(transaction, userId, surplus);
    await recordProfileChange(transaction, userId);
    return id;
  }

  findAlive(id: string, manager = this.dataSource.manager): Promise<Session | null> {
    return manager.findOneBy(Session, { id, expiresAt: inFuture() });
  }

  /** The active sessions of an account, the last seen first. */
  list(userId: string): Promise<Session[]> {
    const where = { userId, expiresAt: inFuture() };
    return this.dataSource.manager.find(Session, { where, order: LAST_SEEN_FIRST });
  }

  async markSeen(id: string): Promise<void> {
    const lastSeenAt = olderThan(SEEN_INTERVAL_SECONDS);
    await this.dataSource.manager.update(Session, { id, lastSeenAt }, { lastSeenAt: now });
  }

  /**
   * Ends one session of an account; false if it was not active.
   * @throws AppError UNAVAILABLE when Redis does not take the end of the cached copy
   */
  async endOne(transaction: EntityManager, userId: string, id: string): Promise<boolean> {
    const session = await transaction.findOneBy(Session, { id, userId });
    if (session) await this.end(transaction, userId, [session]);
    return session !== null;
  }

  /**
   * Ends all sessions of an account but `keptId`; returns their number.
   * @throws AppError UNAVAILABLE when Redis does not take the end of the cached copies
   */
  async endAll(
    transaction: EntityManager,
    userId: string,
    keptId?: string,
    reason?: LiveEnd['reason'],
  ): Promise<number> {
    const others = keptId === undefined ? {} : { id: Not(keptId) };
    const sessions = await transaction.findBy(Session, { userId, ...others });
    await this.end(transaction, userId, sessions, reason);
    return sessions.length;
  }

  private async end(
    transaction: EntityManager,
    userId: string,
    sessions: readonly Session[],
    reason: LiveEnd['reason'] = 'session_ended',
  ): Promise<void> {
    if (sessions.length === 0) return;
    const sessionIds = sessions.map(({ id }) => id);
    await this.cache.invalidate(sessionIds);
    await transaction.delete(Session, sessionIds);
    await recordSessionEnd(transaction, userId, { reason, sessionIds });
    await recordProfileChange(transaction, userId);
  }
}

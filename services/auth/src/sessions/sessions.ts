import { Injectable } from '@nestjs/common';
import { type LiveEnd, SESSION_TTL_MS, SESSIONS_MAX } from '@studiolo/contracts';
import {
  announceChange,
  announceEnd,
  announcingChange,
  noteOutboxEntry,
  readRows,
  runStatement,
} from '@studiolo/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import type { Account } from '../accounts/account.entity.js';
import { ACCOUNT_COLUMNS } from '../accounts/accounts.js';
import type { DescribedSession, Session } from './session.js';
import { SessionCache } from './session-cache.js';

/** A session and its account. */
export interface OpenSession {
  readonly session: Session;
  readonly account: Account;
}

type CheckedSession = Session & {
  /** Whether `last_seen_at` is at most ten minutes old. */
  readonly isSeenLately: boolean;
};

type OpenedRow = Account & Pick<Session, 'expiresAt'>;

/** Announced because the profile page lists the sessions and shows the time of the last login. */
const PROFILE_UPDATED = { kind: 'profile', action: 'updated' } as const;
const PROFILE = '(SELECT id AS owner_id, NULL::uuid AS project_id FROM accounts) AS profile';

/** All that a login writes and reads, in one round trip. */
const OPEN = {
  name: 'open-session',
  text: `WITH accounts AS (UPDATE accounts SET last_login = now() WHERE id = $2 RETURNING *),
         opened AS (INSERT INTO sessions (id, account_id, expires_at, device, last_seen_at)
                    SELECT $1, id, now() + $3 * interval '1 millisecond', $4, now() FROM accounts
                    RETURNING expires_at),
         announced AS (${announcingChange(PROFILE_UPDATED, PROFILE)})
         SELECT ${ACCOUNT_COLUMNS}, opened.expires_at AS "expiresAt" FROM accounts, opened`,
};
const FIND_ALIVE = {
  name: 'find-session-alive',
  text: `SELECT id, account_id AS "accountId", expires_at AS "expiresAt",
                coalesce(last_seen_at > now() - interval '10 minutes', false) AS "isSeenLately"
           FROM sessions WHERE id = $1 AND expires_at > now()`,
};
/** The newest first: somebody who looks for an unknown session needs to see those. */
const LIST = {
  name: 'list-sessions',
  text: `SELECT id, created_at AS "createdAt", coalesce(last_seen_at, created_at) AS "lastSeenAt", device
           FROM sessions WHERE account_id = $1 AND expires_at > now()
          ORDER BY "lastSeenAt" DESC, id DESC LIMIT $2`,
};
const NOTE_SEEN = {
  name: 'note-session-seen',
  text: 'UPDATE sessions SET last_seen_at = now() WHERE id = $1',
};
const END = {
  name: 'end-session',
  text: 'DELETE FROM sessions WHERE account_id = $1 AND id = $2 RETURNING id',
};
const END_ALL = {
  name: 'end-sessions',
  text: 'DELETE FROM sessions WHERE account_id = $1 AND id IS DISTINCT FROM $2::uuid RETURNING id',
};

/**
 * Sessions in the database. Ending some also ends their cached copies, and closes the event streams of their pages after
 * the commit.
 */
@Injectable()
export class Sessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cache: SessionCache,
  ) {}

  /** Opens a session on a device and records the login. Fails if the account is missing. */
  async open(transaction: EntityManager, accountId: string, device?: string): Promise<OpenSession> {
    const id = uuidv7();
    const values = [id, accountId, SESSION_TTL_MS, device ?? null];
    const [row] = await runStatement<OpenedRow>(transaction, OPEN, values);
    if (!row) throw new Error('A session was opened for an account that is gone');
    noteOutboxEntry(transaction);
    const { expiresAt, ...account } = row;
    return { session: { id, accountId, expiresAt }, account };
  }

  async findAlive(id: string): Promise<CheckedSession | null> {
    const [session] = await readRows<CheckedSession>(this.dataSource, FIND_ALIVE, [id]);
    return session ?? null;
  }

  /** The active sessions of an account, the last seen first; at most SESSIONS_MAX. */
  list(accountId: string): Promise<DescribedSession[]> {
    const values = [accountId, SESSIONS_MAX];
    return runStatement<DescribedSession>(this.dataSource, LIST, values);
  }

  /** Records that a session is in use; calling it every ten minutes is enough. */
  async noteSeen(id: string): Promise<void> {
    await runStatement(this.dataSource, NOTE_SEEN, [id]);
  }

  /**
   * Ends one session of an account; returns its id if it was active.
   * @throws AppError UNAVAILABLE when Redis does not take the end of the cached copy
   */
  end(transaction: EntityManager, accountId: string, sessionId: string): Promise<string[]> {
    return this.delete(transaction, END, [accountId, sessionId]);
  }

  /**
   * Ends all sessions of an account but `keptId`; returns the ids of the ended ones.
   * @throws AppError UNAVAILABLE when Redis does not take the end of the cached copies
   */
  endAll(
    transaction: EntityManager,
    accountId: string,
    keptId?: string,
    reason?: LiveEnd['reason'],
  ): Promise<string[]> {
    return this.delete(transaction, END_ALL, [accountId, keptId ?? null], reason);
  }

  private async delete(
    transaction: EntityManager,
    statement: typeof END,
    [ownerId, sessionId]: [string, string | null],
    reason: LiveEnd['reason'] = 'session_ended',
  ): Promise<string[]> {
    const rows = await runStatement<{ id: string }>(transaction, statement, [ownerId, sessionId]);
    const sessionIds = rows.map((row) => row.id);
    if (sessionIds.length === 0) return [];
    await this.cache.distrust(sessionIds);
    await announceEnd(transaction, ownerId, { reason, sessionIds });
    await announceChange(transaction, { ...PROFILE_UPDATED, ownerId, projectId: null });
    return sessionIds;
  }
}

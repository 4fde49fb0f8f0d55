import { Injectable } from '@nestjs/common';
import { SESSION_TTL_MS } from '@studiolo/contracts';
import { enqueue } from '@studiolo/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { END_SESSIONS } from '../jobs/job-names.js';
import { Session } from './session.entity.js';

/**
 * Sessions in the database. Ending some also leaves a job in the outbox, so that their cached copies
 * end even when this process dies right after the commit.
 */
@Injectable()
export class Sessions {
  constructor(private readonly dataSource: DataSource) {}

  /** Opens a session and notes the login. */
  async open(transaction: EntityManager, accountId: string): Promise<string> {
    const id = uuidv7();
    await transaction.query(
      `WITH account AS (UPDATE accounts SET last_login = now() WHERE id = $2 RETURNING id)
       INSERT INTO sessions (id, account_id, expires_at)
       SELECT $1, id, now() + $3 * interval '1 millisecond' FROM account`,
      [id, accountId, SESSION_TTL_MS],
    );
    return id;
  }

  /** The session with its account, while it lives. */
  findAlive(id: string): Promise<Session | null> {
    return this.dataSource
      .createQueryBuilder(Session, 'session')
      .innerJoinAndSelect('session.account', 'account')
      .where('session.id = :id AND session.expiresAt > now()', { id })
      .getOne();
  }

  /** Ends one session of an account; the result names it if it was alive. */
  end(transaction: EntityManager, accountId: string, sessionId: string): Promise<string[]> {
    return this.delete(transaction, 'account_id = $1 AND id = $2', [accountId, sessionId]);
  }

  /** Ends all sessions of an account but `keptId`; the result names the ended ones. */
  endAll(transaction: EntityManager, accountId: string, keptId?: string): Promise<string[]> {
    return this.delete(transaction, 'account_id = $1 AND id IS DISTINCT FROM $2::uuid', [
      accountId,
      keptId ?? null,
    ]);
  }

  private async delete(
    transaction: EntityManager,
    condition: string,
    parameters: (string | null)[],
  ): Promise<string[]> {
    const [rows]: [{ id: string }[], number] = await transaction.query(
      `DELETE FROM sessions WHERE ${condition} RETURNING id`,
      parameters,
    );
    const sessionIds = rows.map((row) => row.id);
    if (sessionIds.length > 0) {
      await enqueue(transaction, { id: uuidv7(), name: END_SESSIONS, data: { sessionIds } });
    }
    return sessionIds;
  }
}

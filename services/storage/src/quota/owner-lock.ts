import { Injectable } from '@nestjs/common';
import { AppError, currentMessage } from '@studiolo/service-kit';
import { execute, Inbox } from '@studiolo/service-kit/database';
import { DataSource, type EntityManager } from 'typeorm';

const LOCK_OWNER = {
  name: 'lock-owner',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('owner ' || $1, 0))`,
};

type Work<Result> = (transaction: EntityManager) => Promise<Result>;

/**
 * Runs changes of one owner's files one after another. A lock in the database serialises them between replicas; within a
 * replica they wait in memory, so that a busy owner holds only one database connection.
 */
@Injectable()
export class OwnerLock {
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(
    private readonly inbox: Inbox,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Makes the current message take effect once, in one transaction that holds the owner's lock.
   * @throws AppError UNAVAILABLE when its turn comes after its deadline
   */
  once<Reply>(userId: string, work: Work<Reply>): Promise<Reply> {
    return this.afterOthers(userId, () => {
      const deadline = currentMessage().getDeadline();
      if (deadline !== undefined && deadline < Date.now()) throw new AppError('UNAVAILABLE');
      return this.inbox.once(locked(userId, work), userId);
    });
  }

  /** Runs work that may be repeated, in a transaction that holds the owner's lock. */
  hold<Result>(userId: string, work: Work<Result>): Promise<Result> {
    return this.afterOthers(userId, () => this.dataSource.transaction(locked(userId, work)));
  }

  private async afterOthers<Reply>(userId: string, work: () => Promise<Reply>): Promise<Reply> {
    const before = this.last.get(userId) ?? Promise.resolve();
    const change = before.catch(() => undefined).then(work);
    this.last.set(userId, change);
    try {
      return await change;
    } finally {
      if (this.last.get(userId) === change) this.last.delete(userId);
    }
  }
}

/**
 * What `work` reads includes the effects of all who had the lock before: its first statements are sent together with the
 * one that waits for the lock, and run after it.
 */
function locked<Result>(userId: string, work: Work<Result>): Work<Result> {
  return async (transaction) => {
    const lock = execute(transaction, LOCK_OWNER, [userId]);
    const [result] = await Promise.all([work(transaction), lock]);
    return result;
  };
}

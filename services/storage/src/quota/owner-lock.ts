import { Injectable } from '@nestjs/common';
import {
  AppError,
  Inbox,
  type NotingStatement,
  type Outcome,
  type Query,
  runStatement,
} from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { DataSource, type EntityManager } from 'typeorm';

import { LOCK_USAGE } from './usage.js';

/** The parts of a message's context that a change needs. */
export type MessageContext = Pick<
  RedisStreamsContext,
  'getMessageId' | 'getMetadata' | 'getDeadline'
>;

/**
 * Runs the changes of one owner one after another. A lock on the owner's row serialises them between replicas; within a
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
   * Makes a message take effect once, in one transaction that holds the owner's lock.
   * @throws AppError UNAVAILABLE when it gets the lock after its deadline
   */
  async once<Reply>(
    context: MessageContext,
    ownerId: string,
    work: (transaction: EntityManager) => Promise<Reply>,
  ): Promise<Reply> {
    return this.afterOthers(ownerId, () => {
      refuseLate(context);
      return this.inbox.once(context, (transaction) => this.locked(transaction, ownerId, work));
    });
  }

  /**
   * Like `once`, for work that is a single statement, in one round trip; see `Inbox.onceBehindLock`.
   * @throws AppError UNAVAILABLE when its turn comes after its deadline
   */
  async onceInStatement<Reply, Refusal>(
    context: MessageContext,
    ownerId: string,
    work: Query<NotingStatement>,
  ): Promise<Outcome<Reply, Refusal>> {
    const lock = { statement: LOCK_USAGE, values: [ownerId] };
    return this.afterOthers(ownerId, () => {
      refuseLate(context);
      return this.inbox.onceBehindLock<Reply, Refusal>(context, lock, work);
    });
  }

  /** Runs work that may be repeated, in a transaction that holds the owner's lock. */
  hold<Result>(
    ownerId: string,
    work: (transaction: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return this.afterOthers(ownerId, () =>
      this.dataSource.transaction((transaction) => this.locked(transaction, ownerId, work)),
    );
  }

  private async locked<Result>(
    transaction: EntityManager,
    ownerId: string,
    work: (transaction: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    await runStatement(transaction, LOCK_USAGE, [ownerId]);
    return work(transaction);
  }

  private async afterOthers<Reply>(ownerId: string, work: () => Promise<Reply>): Promise<Reply> {
    const before = this.last.get(ownerId) ?? Promise.resolve();
    const change = before.catch(() => undefined).then(work);
    this.last.set(ownerId, change);
    try {
      return await change;
    } finally {
      if (this.last.get(ownerId) === change) this.last.delete(ownerId);
    }
  }
}

function refuseLate(context: MessageContext): void {
  const deadline = context.getDeadline();
  if (deadline !== undefined && deadline < Date.now()) throw new AppError('UNAVAILABLE');
}

import { Injectable } from '@nestjs/common';
import { AppError, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from '@studiolo/transport';
import type { EntityManager } from 'typeorm';

import { lockUsage, type Usage } from './usage.js';

/** What a change needs to know of its message. */
export type MessageContext = Pick<
  RedisStreamsContext,
  'getMessageId' | 'getMetadata' | 'getDeadline'
>;

/**
 * Lets the changes of one owner happen one after another. Between replicas the owner's row keeps them
 * apart; within a replica they wait here, so that a busy owner holds one database connection and not
 * all of them.
 */
@Injectable()
export class OwnerTurns {
  private readonly lastTurns = new Map<string, Promise<unknown>>();

  constructor(private readonly inbox: Inbox) {}

  /**
   * Gives a message its effect once, in one transaction that holds the owner's lock.
   * @throws AppError UNAVAILABLE when its turn comes after its deadline
   */
  async once<Reply>(
    context: MessageContext,
    ownerId: string,
    work: (transaction: EntityManager, usage: Usage) => Promise<Reply>,
  ): Promise<Reply> {
    return this.inTurn(ownerId, () => {
      refuseLate(context);
      return this.inbox.once(context, async (transaction) =>
        work(transaction, await lockUsage(transaction, ownerId)),
      );
    });
  }

  private async inTurn<Reply>(ownerId: string, work: () => Promise<Reply>): Promise<Reply> {
    const before = this.lastTurns.get(ownerId) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(work);
    this.lastTurns.set(ownerId, turn);
    try {
      return await turn;
    } finally {
      if (this.lastTurns.get(ownerId) === turn) this.lastTurns.delete(ownerId);
    }
  }
}

function refuseLate(context: MessageContext): void {
  const deadline = context.getDeadline();
  if (deadline !== undefined && deadline < Date.now()) throw new AppError('UNAVAILABLE');
}

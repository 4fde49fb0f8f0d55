import { Injectable } from '@nestjs/common';
import { VERIFICATION_TOKEN_TTL_MS } from '@studiolo/contracts';
import { afterMs, inFuture } from '@studiolo/service-kit';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { Attempt } from '../entities/attempt.entity.js';
import { LinkMails } from '../links/link-mails.js';
import { MailLimits } from '../links/mail-limits.js';

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

/** What a mail needs of an attempt. */
export type Recipient = Pick<Attempt, 'id' | 'email' | 'userId'>;

/** Sign-ups and changes of address that wait. Callers that change one hold the lock of its address or its account. */
@Injectable()
export class Attempts {
  constructor(
    private readonly mails: LinkMails,
    private readonly limits: MailLimits,
  ) {}

  /** Begins the change of an account's address, and ends its change to any other address. */
  async openChange(
    transaction: EntityManager,
    change: { readonly userId: string; readonly name: string; readonly email: string },
  ): Promise<Recipient> {
    const { userId, email } = change;
    await transaction.delete(Attempt, { userId, email: Not(email) });
    const waiting = await this.findNewest(transaction, { userId });
    return waiting ?? this.open(transaction, { ...change, passwordHash: null });
  }

  /** Sends another mail after the commit. Links sent before stay valid until they expire. */
  async mail(transaction: EntityManager, { id, email, userId }: Recipient): Promise<void> {
    const purpose = userId === null ? 'confirm-sign-up' : 'confirm-new-email';
    await transaction.update(Attempt, id, { expiresAt: afterMs(VERIFICATION_TOKEN_TTL_MS) });
    await this.mails.send(transaction, { attemptId: id, purpose, email });
  }

  /** Like `mail`, unless a limit is reached. Returns 0, or the seconds to wait. */
  async mailWithinLimits(
    transaction: EntityManager,
    attempt: Recipient,
    network: string | undefined,
  ): Promise<number> {
    const { email } = attempt;
    const waitSeconds = await this.limits.takeForAddress(transaction, { email, network });
    if (waitSeconds === 0) await this.mail(transaction, attempt);
    return waitSeconds;
  }

  /** The newest attempt that matches. */
  findNewest(
    transaction: EntityManager,
    where: { readonly id?: string; readonly email?: string; readonly userId?: string },
  ): Promise<Attempt | null> {
    return transaction.findOne(Attempt, {
      where: { ...where, expiresAt: inFuture() },
      order: NEWEST_FIRST,
    });
  }

  /** The sign-ups that wait for an address, newest first. The limits of the gateway bound their number. */
  findSignUps(manager: EntityManager, email: string): Promise<Attempt[]> {
    const where = { email, userId: IsNull(), expiresAt: inFuture() };
    return manager.find(Attempt, { where, order: NEWEST_FIRST });
  }

  /** Ends all attempts for an address whose owner has just proved it. */
  async endForAddress(transaction: EntityManager, email: string): Promise<void> {
    await transaction.delete(Attempt, { email });
  }

  /** Begins a sign-up without sending its mail; with a `userId`, a change of that account's address. */
  async open(
    transaction: EntityManager,
    attempt: Pick<Attempt, 'email' | 'name' | 'passwordHash'> & { readonly userId?: string },
  ): Promise<Recipient> {
    const opened = { userId: null, ...attempt, id: uuidv7() };
    await transaction.insert(Attempt, {
      ...opened,
      expiresAt: afterMs(VERIFICATION_TOKEN_TTL_MS),
    });
    return opened;
  }
}

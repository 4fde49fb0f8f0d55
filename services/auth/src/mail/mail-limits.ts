import { hash } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import { newerThan, SETTINGS } from '@studiolo/service-kit/database';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import type { AuthSettings } from '../auth.settings.js';
import { MailCount } from './mail-count.entity.js';

/**
 * Limits within an hour of mails with links to one address: of those that one network asks for, and of all. One
 * stranger cannot use up the mails of the address's owner. If many strangers use up the limit, one of their mails still
 * holds a link that works.
 */
const MAILS_FROM_NETWORK_MAX = 5;
const MAILS_TO_ADDRESS_MAX = 20;
/** Limit of changes of address that one account can request within an hour. */
const CHANGES_OF_ACCOUNT_MAX = 5;
export const COUNTED_SECONDS = 3600;

/**
 * Limits the mails that people can cause to be sent to others. Counts them in the database, so that neither more
 * replicas nor an emptied Redis raises the limit. The count commits with its transaction.
 */
@Injectable()
export class MailLimits {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'RATE_LIMITS'>) {}

  /**
   * Counts a mail to an address, whose lock the caller holds.
   * @returns 0, or the seconds to wait when a limit is reached
   */
  async takeForAddress(
    transaction: EntityManager,
    { email, network = '' }: { email: string; network?: string | undefined },
  ): Promise<number> {
    const fromNetwork = `to ${email} from ${network}`;
    return (
      (await this.take(transaction, fromNetwork, MAILS_FROM_NETWORK_MAX)) ||
      (await this.take(transaction, `to ${email}`, MAILS_TO_ADDRESS_MAX))
    );
  }

  /**
   * Counts a change of address that an account asks for, whose lock the caller holds.
   * @returns 0, or the seconds to wait when the limit is reached
   */
  takeForChange(transaction: EntityManager, userId: string): Promise<number> {
    return this.take(transaction, `change of ${userId}`, CHANGES_OF_ACCOUNT_MAX);
  }

  private async take(transaction: EntityManager, name: string, max: number): Promise<number> {
    if (this.settings.RATE_LIMITS === 'off') return 0;
    const key = hash('sha256', name, 'base64url');
    const counted = await transaction.find(MailCount, {
      where: { key, countedAt: newerThan(COUNTED_SECONDS) },
      order: { countedAt: 'DESC' },
      take: max,
    });
    const oldest = counted.length < max ? undefined : counted.at(-1);
    if (!oldest) {
      await transaction.insert(MailCount, { id: uuidv7(), key });
      return 0;
    }
    const restMs = oldest.countedAt.getTime() + COUNTED_SECONDS * 1000 - Date.now();
    return Math.min(COUNTED_SECONDS, Math.max(1, Math.ceil(restMs / 1000)));
  }
}

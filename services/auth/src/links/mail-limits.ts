import { createHash } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import { runStatement } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';

import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';

/** Limit of mails about sign-ups and changes of address to one address within an hour, whoever requests them. */
const MAILS_TO_ADDRESS_MAX = 5;
/** Limit of changes of address that one account can request within an hour. */
const CHANGES_OF_ACCOUNT_MAX = 5;
/** Minimum time between two mails that repeat each other, in seconds. */
const COOLDOWN_SECONDS = 60;

const FIND_FRESH = {
  name: 'find-fresh-mail',
  text: `SELECT 1 FROM link_mails
          WHERE (attempt_id = $1 OR account_id = $1 AND purpose = 'reset-password')
            AND created_at > now() - $2 * interval '1 second' LIMIT 1`,
};

const TAKE = {
  name: 'take-mail-grant',
  text: `INSERT INTO mail_grants (key)
         SELECT $1 WHERE (SELECT count(*) FROM mail_grants
                           WHERE key = $1 AND granted_at > now() - interval '1 hour') < $2
         RETURNING 1`,
};
const NEXT = {
  name: 'next-mail-grant',
  text: `SELECT ceil(extract(epoch FROM min(granted_at) + interval '1 hour' - now()))::integer AS seconds
           FROM mail_grants WHERE key = $1 AND granted_at > now() - interval '1 hour'`,
};

/**
 * Limits the mails that people can cause to be sent to others. Counts them in the database, so that neither more
 * replicas nor an emptied Redis raises the limit. The count commits with its transaction.
 */
@Injectable()
export class MailLimits {
  constructor(
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'RATE_LIMITS'>,
  ) {}

  /**
   * Counts a mail to an address, whose lock the caller holds.
   * @returns 0, or the seconds to wait when the limit is reached
   */
  takeForAddress(transaction: EntityManager, email: string): Promise<number> {
    return this.take(transaction, `to ${email}`, MAILS_TO_ADDRESS_MAX);
  }

  /**
   * Counts a change of address that an account asks for, whose lock the caller holds.
   * @returns 0, or the seconds to wait when the limit is reached
   */
  takeForChange(transaction: EntityManager, accountId: string): Promise<number> {
    return this.take(transaction, `change of ${accountId}`, CHANGES_OF_ACCOUNT_MAX);
  }

  /** Whether the last mail of an attempt, or the last reset link of an account, is less than a minute old. */
  async isTooSoon(transaction: EntityManager, ownerId: string): Promise<boolean> {
    if (this.settings.RATE_LIMITS === 'off') return false;
    return (await runStatement(transaction, FIND_FRESH, [ownerId, COOLDOWN_SECONDS])).length > 0;
  }

  private async take(transaction: EntityManager, name: string, max: number): Promise<number> {
    if (this.settings.RATE_LIMITS === 'off') return 0;
    // A digest, so that no address stays here after its account is deleted.
    const key = createHash('sha256').update(name).digest();
    if ((await runStatement(transaction, TAKE, [key, max])).length > 0) return 0;
    const [next] = await runStatement<{ seconds: number }>(transaction, NEXT, [key]);
    return Math.max(1, next?.seconds ?? 1);
  }
}

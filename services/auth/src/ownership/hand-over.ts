import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Account } from '../accounts/account.entity.js';
import { Attempts } from '../attempts/attempts.js';
import { LinkMails } from '../links/link-mails.js';
import { Sessions } from '../sessions/sessions.js';
import type { Admission } from '../sessions/sign-in.js';

type NewOwner = Partial<Pick<Account, 'name' | 'passwordHash' | 'googleId'>>;

/**
 * Hands an account over to the person who has just proved its address. Its previous user may be somebody else, so their
 * password, sessions and links all end.
 */
@Injectable()
export class HandOver {
  constructor(
    private readonly attempts: Attempts,
    private readonly sessions: Sessions,
    private readonly mails: LinkMails,
  ) {}

  /** Callers hold the locks of address and account. */
  async apply(
    transaction: EntityManager,
    { id, email }: Pick<Account, 'id' | 'email'>,
    owner: NewOwner & Pick<Account, 'passwordHash'>,
  ): Promise<Admission> {
    await transaction.update(Account, id, { ...owner, emailVerified: true });
    await this.mails.revoke(transaction, id);
    await this.attempts.endForAddress(transaction, email);
    await this.sessions.endAll(transaction, id);
    return { accountId: id };
  }
}

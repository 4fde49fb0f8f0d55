import { Injectable } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';

import { Account } from '../accounts/account.entity.js';
import { isUniqueViolation } from '../accounts/unique-violation.js';
import { LinkMails } from '../links/link-mails.js';
import { Sessions } from '../sessions/sessions.js';

interface EmailChange {
  readonly email: string;
  readonly isVerified: boolean;
  /** The session that stays active; without one all sessions end. */
  readonly keptSessionId?: string | undefined;
}

/** Sets an account's new address; ends links sent to the old one and the other sessions. */
@Injectable()
export class ChangeEmail {
  constructor(
    private readonly sessions: Sessions,
    private readonly mails: LinkMails,
  ) {}

  /** @throws AppError EMAIL_TAKEN */
  async apply(
    transaction: EntityManager,
    accountId: string,
    { email, isVerified, keptSessionId }: EmailChange,
  ): Promise<void> {
    await transaction
      .update(Account, accountId, { email, emailVerified: isVerified })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new AppError('EMAIL_TAKEN') : error;
      });
    await this.mails.revoke(transaction, accountId);
    await this.sessions.endAll(transaction, accountId, keptSessionId);
  }
}

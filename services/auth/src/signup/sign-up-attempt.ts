import { Injectable } from '@nestjs/common';
import { AppError, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { v7 as uuidv7 } from 'uuid';

import { Accounts } from '../accounts/accounts.js';
import { lockAddress } from '../accounts/lock-address.js';
import { Attempts, type SignUp } from '../attempts/attempts.js';
import { MailLimits } from '../links/mail-limits.js';

/** Begins a sign-up; opening the link in its mail turns it into an account. */
@Injectable()
export class SignUpAttempt {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly limits: MailLimits,
  ) {}

  /**
   * Returns the attempt's id, once per message. An address that has had too many mails gets no further one, and the
   * attempt is discarded, which the answer does not reveal: the owner of the mailbox can use an earlier link, or sign
   * up again later.
   * @throws AppError EMAIL_TAKEN when an account has verified the address
   */
  begin(context: RedisStreamsContext, signUp: SignUp): Promise<string> {
    const { email } = signUp;
    return this.inbox.once(context, async (transaction) => {
      await lockAddress(transaction, email);
      const holder = await this.accounts.lockByEmail(transaction, email);
      if (holder?.emailVerified) throw new AppError('EMAIL_TAKEN');
      const id = uuidv7();
      if ((await this.limits.takeForAddress(transaction, email)) > 0) return id;
      const claim = { ...signUp, accountId: null };
      await this.attempts.open(transaction, id, claim);
      await this.attempts.mail(transaction, { id, ...claim });
      return id;
    });
  }
}

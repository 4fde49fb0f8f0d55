import { Controller } from '@nestjs/common';
import { authMessages, type RequestOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';
import { Inbox } from '@studiolo/service-kit/database';

import { Accounts, lockAddress, refuseTaken, toUser } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import { decideMailLater } from '../auth-jobs.js';
import { LinkMails } from '../mail/link-mails.js';

@Controller()
export class SetEmailHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly mails: LinkMails,
  ) {}

  /**
   * Gives an account the address that an operator knows to be its owner's, whoever uses the account now: nothing that
   * signs in or takes the address back stays. The owner sets a password through the mailed link.
   */
  @HandleMessage(authMessages.setEmail)
  async execute({ userId, email }: RequestOf<typeof authMessages.setEmail>) {
    await this.inbox.once(async (transaction) => {
      await lockAddress(transaction, email);
      const account = await this.accounts.lockOwn(transaction, userId);
      if (account.email !== email) await refuseTaken(transaction, email);
      const owner = { email, passwordHash: null, googleId: null };
      await this.attempts.replaceOwner(transaction, { id: userId, email }, owner);
      await this.mails.endAllUndo(transaction, userId);
      await decideMailLater(transaction, { name: 'reset-link', data: { email } });
      if (account.email === email) return;
      const replaced = { userId, purpose: 'email-replaced', email: account.email } as const;
      await this.mails.send(transaction, replaced);
    });
    return { user: toUser(await this.accounts.get(userId)) };
  }
}

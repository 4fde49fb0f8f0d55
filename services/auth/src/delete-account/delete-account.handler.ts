import { Injectable } from '@nestjs/common';
import { type authMessages, userDeleted } from '@studiolo/contracts';
import { announce, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from '@studiolo/transport';
import type { z } from 'zod';

import { Account } from '../accounts/account.entity.js';
import { Accounts } from '../accounts/accounts.js';
import { SessionCache } from '../sessions/session-cache.js';
import { Sessions } from '../sessions/sessions.js';

type Request = z.output<typeof authMessages.deleteAccount.request>;

/** Deletes an account with its sessions and links; its projects and files follow by event. */
@Injectable()
export class DeleteAccountHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly cache: SessionCache,
  ) {}

  async handle({ userId }: Request, context: RedisStreamsContext): Promise<Record<string, never>> {
    const ended = await this.inbox.once(context, async (transaction) => {
      const account = await this.accounts.lockOwn(transaction, userId);
      const endedSessions = await this.sessions.endAll(transaction, account.id);
      await transaction.delete(Account, account.id);
      await announce(transaction, userDeleted, { userId: account.id });
      return endedSessions;
    });
    await this.cache.endNow(ended);
    return {};
  }
}

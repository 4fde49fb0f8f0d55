import { Controller } from '@nestjs/common';
import { authMessages, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import { Inbox } from '@studiolo/service-kit/database';
import { DataSource, type EntityManager } from 'typeorm';

import { Accounts, lockAddress } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import { decideMailLater } from '../auth-jobs.js';
import { LinkMails } from '../mail/link-mails.js';
import { PASSWORD_MAILS } from '../mail/mails.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { settleBefore } from '../settle-before.js';

type Messages = typeof authMessages;

@Controller()
export class PasswordResetHandlers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly mails: LinkMails,
    private readonly hasher: PasswordHasher,
    private readonly attempts: Attempts,
  ) {}

  /** Handles every address alike; the look-up decides whether to send a mail. */
  @HandleMessage(authMessages.forgotPassword)
  async request(data: RequestOf<Messages['forgotPassword']>) {
    await this.inbox.once((transaction) =>
      decideMailLater(transaction, { name: 'reset-link', data }),
    );
    return {};
  }

  @HandleMessage(authMessages.resetPassword)
  async reset(request: RequestOf<Messages['resetPassword']>) {
    const checked = await settleBefore(this.check(request));
    const userId = await this.inbox.once(async (transaction) => {
      const { id, email, passwordHash } = checked();
      await lockAddress(transaction, email);
      await this.accounts.lock(transaction, { id });
      // The link may have been used after the check.
      await this.find(transaction, request.token);
      // The link was sent by mail, so its holder owns the address.
      return this.attempts.replaceOwner(transaction, { id, email }, { passwordHash });
    });
    return { userId };
  }

  /** Hashes only for a valid token, so that made-up ones cost nothing. */
  private async check({ token, password }: RequestOf<Messages['resetPassword']>) {
    const account = await this.find(this.dataSource.manager, token);
    return { ...account, passwordHash: await this.hasher.hash(password) };
  }

  /** The account of a link, and the address that the link was sent to. */
  private async find(manager: EntityManager, token: string) {
    const mail = await this.mails.findByToken(manager, token);
    if (mail?.userId == null || !PASSWORD_MAILS.includes(mail.purpose)) {
      throw new AppError('INVALID_RESET_TOKEN');
    }
    return { id: mail.userId, email: mail.email };
  }
}

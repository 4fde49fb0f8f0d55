import { Controller } from '@nestjs/common';
import { authMessages, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import { Inbox } from '@studiolo/service-kit/database';
import { DataSource, type EntityManager } from 'typeorm';

import { Accounts, lockAddress } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import { Account } from '../entities/account.entity.js';
import { LinkMails } from '../mail/link-mails.js';
import { UNDO_MAILS } from '../mail/mails.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { settleBefore } from '../settle-before.js';

type UndoRequest = RequestOf<typeof authMessages.undoEmailChange>;

interface Checked {
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Gives an account back to the address that it had before somebody in its session changed it. */
@Controller()
export class UndoEmailChangeHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly mails: LinkMails,
    private readonly hasher: PasswordHasher,
  ) {}

  @HandleMessage(authMessages.undoEmailChange)
  async execute(request: UndoRequest) {
    const checked = await settleBefore(this.check(request));
    const userId = await this.inbox.once((transaction) =>
      this.undo(transaction, request.token, checked()),
    );
    return { userId };
  }

  /** Whatever the thief of a session has set ends: password, Google account, sessions, open changes, later links. */
  private async undo(
    transaction: EntityManager,
    token: string,
    { email, userId: id, passwordHash }: Checked,
  ) {
    await lockAddress(transaction, email);
    const account = await this.accounts.lock(transaction, { id });
    // The link may have been used after the check.
    const link = await this.find(transaction, token);
    if (!account) throw new AppError('INVALID_UNDO_TOKEN');
    const isChanged = account.email !== email;
    if (isChanged && (await transaction.existsBy(Account, { email }))) {
      throw new AppError('UNDO_ADDRESS_TAKEN');
    }
    await this.mails.endUndo(transaction, link);
    const owner = { email, passwordHash, googleId: null };
    await this.attempts.replaceOwner(transaction, { id, email }, owner);
    if (isChanged) {
      const replaced = { userId: id, purpose: 'email-replaced', email: account.email } as const;
      await this.mails.send(transaction, replaced);
    }
    return id;
  }

  /** Hashes only for a valid token, so that made-up ones cost nothing. */
  private async check({ token, password }: UndoRequest): Promise<Checked> {
    const { email, userId } = await this.find(this.dataSource.manager, token);
    return { email, userId, passwordHash: await this.hasher.hash(password) };
  }

  private async find(manager: EntityManager, token: string) {
    const mail = await this.mails.findByToken(manager, token);
    if (mail?.userId == null || !UNDO_MAILS.includes(mail.purpose)) {
      throw new AppError('INVALID_UNDO_TOKEN');
    }
    return { ...mail, userId: mail.userId };
  }
}

import { createHmac, hash, randomBytes } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import { VERIFICATION_TOKEN_TTL_MS } from '@studiolo/contracts';
import { currentContext } from '@studiolo/service-kit';
import { afterMs, enqueue, inFuture, now, SETTINGS } from '@studiolo/service-kit/database';
import { type EntityManager, In, MoreThanOrEqual, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import type { AuthSettings } from '../auth.settings.js';
import { Account } from '../entities/account.entity.js';
import { Attempt } from '../entities/attempt.entity.js';
import { LinkMail } from './link-mail.entity.js';
import { MAILS, PASSWORD_MAILS, UNDO_MAILS } from './mails.js';

const SEED_BYTES = 32;

/** Owner of a mail: an account or an attempt. */
type Owner = { readonly userId: string } | { readonly attemptId: string };
type NewLinkMail = Owner &
  Pick<LinkMail, 'purpose' | 'email'> &
  Partial<Pick<LinkMail, 'expiresAt' | 'googleId'>>;

/** Mails with single-use links, and notices. Callers hold the lock of the account's row or of the attempt's address. */
@Injectable()
export class LinkMails {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'MAIL_TOKEN_KEY'>) {}

  /** Sends a mail after the commit. */
  async send(transaction: EntityManager, mail: NewLinkMail): Promise<void> {
    const id = uuidv7();
    const seed = randomBytes(SEED_BYTES);
    await transaction.insert(LinkMail, {
      expiresAt: afterMs(MAILS[mail.purpose].ttlMs),
      ...mail,
      id,
      seed,
      tokenHash: hashOf(this.tokenOf({ id, seed })),
      requestId: currentContext().requestId ?? null,
    });
    await enqueue(transaction, { id, name: mail.purpose, data: {} });
  }

  /** Sends a link to set the first password of an account, or another. */
  async sendPasswordLink(
    transaction: EntityManager,
    { id: userId, email, passwordHash }: Pick<Account, 'id' | 'email' | 'passwordHash'>,
  ): Promise<void> {
    const purpose = passwordHash === null ? 'choose-password' : 'reset-password';
    await this.send(transaction, { userId, purpose, email });
  }

  /**
   * The token in a mail's link: 43 characters that need no escaping in a URL. Derived from the row and a key that is not in
   * the database: a retried mail has the same token, and nobody can derive a token from the database alone.
   */
  tokenOf({ id, seed }: Pick<LinkMail, 'id' | 'seed'>): string {
    const hmac = createHmac('sha256', this.settings.MAIL_TOKEN_KEY).update(id).update(seed);
    return hmac.digest('base64url');
  }

  /** The mail, with its attempt or account, whose link has this token, while the link is valid. */
  findByToken(manager: EntityManager, token: string): Promise<LinkMail | null> {
    return manager.findOne(LinkMail, {
      where: { tokenHash: hashOf(token), expiresAt: inFuture() },
      relations: { attempt: true, account: true },
    });
  }

  /**
   * The newest link by which an account can take back the address that it had before.
   * @param exceptUserId an account that does not count
   */
  findUndo(
    transaction: EntityManager,
    email: string,
    exceptUserId?: string,
  ): Promise<LinkMail | null> {
    const others = exceptUserId === undefined ? {} : { userId: Not(exceptUserId) };
    return transaction.findOne(LinkMail, {
      where: {
        ...{ email, ...others, purpose: In(UNDO_MAILS), expiresAt: inFuture() },
        account: { email: Not(email) },
      },
      order: { createdAt: 'DESC' },
    });
  }

  /** Mails the link that takes a change back once more; it expires with the first one. */
  async sendUndoAgain(transaction: EntityManager, { userId, email, expiresAt }: LinkMail) {
    const account = await transaction.findOne(Account, {
      where: { id: userId ?? '' },
      lock: { mode: 'pessimistic_write' },
    });
    if (!account) return;
    const mail = { userId: account.id, purpose: 'email-changed', email, expiresAt } as const;
    await this.send(transaction, mail);
  }

  /**
   * Ends the links to the same address as `used`, and those to addresses that the account got later. Links to earlier
   * addresses stay: each gives the account back to whoever had it before.
   */
  async endUndo(
    transaction: EntityManager,
    { userId, email, createdAt }: LinkMail & { readonly userId: string },
  ): Promise<void> {
    const undo = { userId, purpose: In(UNDO_MAILS) };
    await transaction.delete(LinkMail, { ...undo, email });
    await transaction.delete(LinkMail, { ...undo, createdAt: MoreThanOrEqual(createdAt) });
  }

  /**
   * Gives the links of all attempts for an address to the account that has it now: opened in the next 24 hours, they say
   * that it is verified, to somebody whose mail scanner came first or who reloads the page.
   */
  async keepOpened(transaction: EntityManager, userId: string, email: string): Promise<void> {
    const attempts = await transaction.find(Attempt, { select: { id: true }, where: { email } });
    if (attempts.length === 0) return;
    const opened = { attemptId: In(attempts.map(({ id }) => id)), expiresAt: inFuture() };
    const kept = { userId, attemptId: null, expiresAt: afterMs(VERIFICATION_TOKEN_TTL_MS) };
    await transaction.update(LinkMail, opened, { ...kept, sentAt: now });
  }

  /** Ends all links that take an address of the account back. */
  async endAllUndo(transaction: EntityManager, userId: string): Promise<void> {
    await transaction.delete(LinkMail, { userId, purpose: In(UNDO_MAILS) });
  }

  /**
   * Ends the links of an account that set a password or join a Google account, and its open changes of address. Links that undo a change stay, since
   * whoever had the account before can still take it back.
   */
  async revoke(transaction: EntityManager, userId: string): Promise<void> {
    await transaction.delete(Attempt, { userId });
    await transaction.delete(LinkMail, { userId, purpose: In([...PASSWORD_MAILS, 'link-google']) });
  }
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

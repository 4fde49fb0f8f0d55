import { Injectable } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';
import { DataSource, type EntityManager } from 'typeorm';

import { Accounts, lockAddress } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import { decideMailLater } from '../auth-jobs.js';
import { Account } from '../entities/account.entity.js';
import { LinkMails } from '../mail/link-mails.js';
import type { GoogleIdentity } from './google.js';

const GOOGLES_DOMAINS = ['gmail.com', 'googlemail.com'];

/** Finds, joins and opens the accounts of people who sign in with Google. */
@Injectable()
export class GoogleAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly mails: LinkMails,
  ) {}

  /**
   * The account that a person signs in to.
   * @throws AppError GOOGLE_CODE_REJECTED, GOOGLE_NEEDS_LINK
   */
  async findOrOpen(transaction: EntityManager, identity: GoogleIdentity): Promise<string> {
    const { googleId, email, name } = identity;
    await lockAddress(transaction, `google ${googleId}`);
    const known = await this.accounts.lock(transaction, { googleId });
    if (known)
      return known.passwordHash === null ? known.id : this.join(transaction, known, identity);
    await lockAddress(transaction, email);
    const account = await this.accounts.lock(transaction, { email });
    if (!account) return this.attempts.openAccount(transaction, { googleId, email, name });
    // The address has moved to another Google account; the first one keeps the account that it opened.
    if (account.googleId !== null) throw new AppError('GOOGLE_CODE_REJECTED');
    if (!isGooglesMailbox(identity)) throw new AppError('GOOGLE_NEEDS_LINK');
    return this.join(transaction, account, identity);
  }

  /** Mails the link by which the mailbox's owner joins the account that has the address, after the answer. */
  async mailLinkLater(
    { googleId, email }: GoogleIdentity,
    network: string | undefined,
  ): Promise<void> {
    const data = { googleId, email, network };
    await this.dataSource.transaction((transaction) =>
      decideMailLater(transaction, { name: 'mail-google-link', data }),
    );
  }

  /**
   * Joins the account and the Google account of a mailed link.
   * @throws AppError INVALID_GOOGLE_LINK
   */
  async joinByLink(transaction: EntityManager, token: string): Promise<string> {
    const { googleId, email, userId } = await this.findLink(transaction, token);
    await lockAddress(transaction, `google ${googleId}`);
    await lockAddress(transaction, email);
    const account = await this.accounts.lock(transaction, { id: userId, email });
    // The link may have been used meanwhile.
    await this.findLink(transaction, token);
    const isLinked = await transaction.existsBy(Account, { googleId });
    if (account?.googleId !== null || isLinked) throw new AppError('INVALID_GOOGLE_LINK');
    return this.join(transaction, account, { googleId });
  }

  private async findLink(transaction: EntityManager, token: string) {
    const mail = await this.mails.findByToken(transaction, token);
    if (mail?.googleId == null || mail.userId == null) throw new AppError('INVALID_GOOGLE_LINK');
    const { googleId, email, userId } = mail;
    return { googleId, email, userId };
  }

  /** From now on the account signs in with Google alone. One that nobody verified may have been somebody else's. */
  private async join(
    transaction: EntityManager,
    account: Account,
    { googleId, name }: Pick<GoogleIdentity, 'googleId'> & Partial<GoogleIdentity>,
  ): Promise<string> {
    const { id, email, emailVerified } = account;
    const ownName = !emailVerified && name !== undefined ? { name } : {};
    await this.attempts.replaceOwner(transaction, account, {
      googleId,
      passwordHash: null,
      ...ownName,
    });
    await this.mails.send(transaction, { userId: id, purpose: 'google-linked', email });
    return id;
  }
}

/**
 * Whether Google runs the mailbox, so that whoever signs in has it now. Of other addresses Google knows only that
 * somebody had them once: https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
function isGooglesMailbox({ email, hostedDomain }: GoogleIdentity): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return GOOGLES_DOMAINS.includes(domain) || hostedDomain === domain;
}

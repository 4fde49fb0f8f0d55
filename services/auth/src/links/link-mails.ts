import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { RESET_TOKEN_TTL_MS, VERIFICATION_TOKEN_TTL_MS } from '@studiolo/contracts';
import { currentRequestId, enqueue } from '@studiolo/service-kit';
import { DataSource, type EntityManager, In, Raw } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { LinkMail, type LinkPurpose } from './link-mail.entity.js';
import { LinkTokens } from './link-tokens.js';

const SEED_BYTES = 32;

const LIFETIMES_MS: Record<LinkPurpose, number> = {
  'verify-email': VERIFICATION_TOKEN_TTL_MS,
  'verify-new-email': VERIFICATION_TOKEN_TTL_MS,
  'reset-password': RESET_TOKEN_TTL_MS,
};

interface NewLinkMail {
  readonly accountId: string;
  readonly purpose: LinkPurpose;
  readonly email: string;
}

/** Mails with single-use links. Callers hold the lock of the account's row. */
@Injectable()
export class LinkMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: LinkTokens,
  ) {}

  /** Has a mail sent after the commit; its link ends the one sent before for the same purpose. */
  async send(
    transaction: EntityManager,
    { accountId, purpose, email }: NewLinkMail,
  ): Promise<void> {
    const id = uuidv7();
    const seed = randomBytes(SEED_BYTES);
    const tokenHash = this.tokens.hash(this.tokens.derive({ id, seed }));
    await transaction.query(
      `INSERT INTO link_mails (id, account_id, purpose, email, seed, token_hash, request_id, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 millisecond')
       ON CONFLICT (account_id, purpose) DO UPDATE SET
         id = excluded.id, email = excluded.email, seed = excluded.seed, sent_at = NULL,
         token_hash = excluded.token_hash, request_id = excluded.request_id,
         created_at = now(), expires_at = excluded.expires_at`,
      [
        ...[id, accountId, purpose, email, seed, tokenHash],
        ...[currentRequestId() ?? null, LIFETIMES_MS[purpose]],
      ],
    );
    await enqueue(transaction, { id, name: purpose, data: { mailId: id } });
  }

  /** The mail whose link carries this token, while the link is good. */
  findByToken(
    token: string,
    purposes: readonly LinkPurpose[],
    manager = this.dataSource.manager,
  ): Promise<LinkMail | null> {
    return manager.findOneBy(LinkMail, this.usable(token, purposes));
  }

  /** Uses a link up; null when it is used, replaced or expired meanwhile. */
  async use(
    transaction: EntityManager,
    token: string,
    purposes: readonly LinkPurpose[],
  ): Promise<LinkMail | null> {
    const mail = await this.findByToken(token, purposes, transaction);
    if (mail) await transaction.delete(LinkMail, { id: mail.id });
    return mail;
  }

  /** Ends links that have not been used. */
  async revoke(
    transaction: EntityManager,
    accountId: string,
    purposes: readonly LinkPurpose[],
  ): Promise<void> {
    await transaction.delete(LinkMail, { accountId, purpose: In([...purposes]) });
  }

  private usable(token: string, purposes: readonly LinkPurpose[]) {
    return {
      tokenHash: this.tokens.hash(token),
      purpose: In([...purposes]),
      expiresAt: Raw((column) => `${column} > now()`),
    };
  }
}

import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { RESET_TOKEN_TTL_MS, VERIFICATION_TOKEN_TTL_MS } from '@studiolo/contracts';
import { currentRequestId, enqueue, runStatement } from '@studiolo/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import type { LinkPurpose } from './link-mail.js';
import { LinkTokens } from './link-tokens.js';

const SEED_BYTES = 32;
/** How long sending a notice is retried, in milliseconds; it has no link that could expire. */
const NOTICE_TTL_MS = 24 * 60 * 60 * 1000;

const FIND_RESET = {
  name: 'find-reset-link',
  text: `SELECT account_id AS "accountId", email FROM link_mails
          WHERE token_hash = $1 AND purpose = 'reset-password' AND expires_at > now()`,
};
const REVOKE = {
  name: 'revoke-links',
  text: `WITH ended AS (DELETE FROM attempts WHERE account_id = $1)
         DELETE FROM link_mails WHERE account_id = $1
            AND purpose IN ('reset-password', 'verify-email', 'verify-new-email')`,
};

const LIFETIMES_MS: Record<LinkPurpose, number> = {
  'confirm-sign-up': VERIFICATION_TOKEN_TTL_MS,
  'confirm-new-email': VERIFICATION_TOKEN_TTL_MS,
  'email-taken': NOTICE_TTL_MS,
  'new-email-asked': NOTICE_TTL_MS,
  'email-changed': NOTICE_TTL_MS,
  'reset-password': RESET_TOKEN_TTL_MS,
  'verify-email': VERIFICATION_TOKEN_TTL_MS,
  'verify-new-email': VERIFICATION_TOKEN_TTL_MS,
};

/** Owner of a mail: an account or an attempt. */
type Owner = { readonly accountId: string } | { readonly attemptId: string };

type NewLinkMail = Owner & { readonly purpose: LinkPurpose; readonly email: string };

/** The account whose password may be reset, and the address that the link was sent to. */
interface ResetLink {
  readonly accountId: string;
  readonly email: string;
}

/** Mails with single-use links, and notices. Callers hold the lock of the account's row or of the attempt's address. */
@Injectable()
export class LinkMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: LinkTokens,
  ) {}

  /** Sends a mail after the commit; an account's mail replaces its earlier one for the same purpose. */
  async send(transaction: EntityManager, { purpose, email, ...owner }: NewLinkMail): Promise<void> {
    const { accountId, attemptId } = { accountId: null, attemptId: null, ...owner };
    const id = uuidv7();
    const seed = randomBytes(SEED_BYTES);
    const tokenHash = this.tokens.hash(this.tokens.derive({ id, seed }));
    await transaction.query(
      `INSERT INTO link_mails
         (id, account_id, attempt_id, purpose, email, seed, token_hash, request_id, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 millisecond')
       ON CONFLICT (account_id, purpose) DO UPDATE SET
         id = excluded.id, email = excluded.email, seed = excluded.seed, sent_at = NULL,
         token_hash = excluded.token_hash, request_id = excluded.request_id,
         created_at = now(), expires_at = excluded.expires_at`,
      [
        ...[id, accountId, attemptId, purpose, email, seed, tokenHash],
        ...[currentRequestId() ?? null, LIFETIMES_MS[purpose]],
      ],
    );
    await enqueue(transaction, { id, name: purpose, data: { mailId: id } });
  }

  /** The reset link with this token, while it is valid. */
  async findReset(
    token: string,
    target: DataSource | EntityManager = this.dataSource,
  ): Promise<ResetLink | undefined> {
    const [link] = await runStatement<ResetLink>(target, FIND_RESET, [this.tokens.hash(token)]);
    return link;
  }

  /** Ends all links of an account and its open changes of address. Notices stay. */
  async revoke(transaction: EntityManager, accountId: string): Promise<void> {
    await runStatement(transaction, REVOKE, [accountId]);
  }
}

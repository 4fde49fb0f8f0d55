import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { RESET_TOKEN_TTL_MS, VERIFICATION_TOKEN_TTL_MS } from '@studiolo/contracts';
import { currentRequestId, enqueue } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { afterMs, inFuture } from '../database-clock.js';
import { Attempt } from '../entities/attempt.entity.js';
import { LinkMail, type LinkPurpose } from '../entities/link-mail.entity.js';
import { LinkTokens } from './link-tokens.js';

const SEED_BYTES = 32;
/** How long sending a notice is retried, in milliseconds; it has no link that could expire. */
const NOTICE_TTL_MS = 24 * 60 * 60 * 1000;

const LIFETIMES_MS: Record<LinkPurpose, number> = {
  'confirm-sign-up': VERIFICATION_TOKEN_TTL_MS,
  'confirm-new-email': VERIFICATION_TOKEN_TTL_MS,
  'email-taken': NOTICE_TTL_MS,
  'new-email-asked': NOTICE_TTL_MS,
  'email-changed': NOTICE_TTL_MS,
  'reset-password': RESET_TOKEN_TTL_MS,
};

/** Owner of a mail: an account or an attempt. */
type Owner = { readonly userId: string } | { readonly attemptId: string };
type NewLinkMail = Owner & Pick<LinkMail, 'purpose' | 'email'>;

/** Mails with single-use links, and notices. Callers hold the lock of the account's row or of the attempt's address. */
@Injectable()
export class LinkMails {
  constructor(private readonly tokens: LinkTokens) {}

  /** Sends a mail after the commit. */
  async send(transaction: EntityManager, mail: NewLinkMail): Promise<void> {
    const id = uuidv7();
    const seed = randomBytes(SEED_BYTES);
    await transaction.insert(LinkMail, {
      ...mail,
      id,
      seed,
      tokenHash: this.tokens.hash(this.tokens.derive({ id, seed })),
      requestId: currentRequestId() ?? null,
      expiresAt: afterMs(LIFETIMES_MS[mail.purpose]),
    });
    await enqueue(transaction, { id, name: mail.purpose, data: { mailId: id } });
  }

  /** The account of a reset link and the address that the link was sent to, while the link is valid. */
  async findReset(
    manager: EntityManager,
    token: string,
  ): Promise<{ userId: string; email: string } | null> {
    const mail = await manager.findOneBy(LinkMail, {
      tokenHash: this.tokens.hash(token),
      purpose: 'reset-password',
      expiresAt: inFuture(),
    });
    return mail && mail.userId !== null ? { userId: mail.userId, email: mail.email } : null;
  }

  /** Ends all links of an account and its open changes of address. Notices stay. */
  async revoke(transaction: EntityManager, userId: string): Promise<void> {
    await transaction.delete(Attempt, { userId });
    await transaction.delete(LinkMail, { userId, purpose: 'reset-password' });
  }
}

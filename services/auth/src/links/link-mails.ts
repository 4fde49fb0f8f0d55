import { createHmac, hash, randomBytes } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import { RESET_TOKEN_TTL_MS, VERIFICATION_TOKEN_TTL_MS } from '@studiolo/contracts';
import { afterMs, currentRequestId, enqueue, inFuture } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import { Attempt } from '../entities/attempt.entity.js';
import { LinkMail, type MailPurpose } from '../entities/link-mail.entity.js';

const SEED_BYTES = 32;
/** How long sending a notice is retried, in milliseconds; it has no link that could expire. */
const NOTICE_TTL_MS = 24 * 60 * 60 * 1000;

const LIFETIMES_MS: Record<MailPurpose, number> = {
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
  constructor(
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'MAIL_TOKEN_KEY'>,
  ) {}

  /** Sends a mail after the commit. */
  async send(transaction: EntityManager, mail: NewLinkMail): Promise<void> {
    const id = uuidv7();
    const seed = randomBytes(SEED_BYTES);
    await transaction.insert(LinkMail, {
      ...mail,
      id,
      seed,
      tokenHash: hashOf(this.tokenOf({ id, seed })),
      requestId: currentRequestId() ?? null,
      expiresAt: afterMs(LIFETIMES_MS[mail.purpose]),
    });
    await enqueue(transaction, { id, name: mail.purpose, data: {} });
  }

  /**
   * The token in a mail's link: 43 characters that need no escaping in a URL. Derived from the row and a key that is not in
   * the database: a retried mail has the same token, and nobody can derive a token from the database alone.
   */
  tokenOf({ id, seed }: Pick<LinkMail, 'id' | 'seed'>): string {
    const hmac = createHmac('sha256', this.settings.MAIL_TOKEN_KEY).update(id).update(seed);
    return hmac.digest('base64url');
  }

  /** The mail, with its attempt, whose link has this token, while the link is valid. */
  findByToken(manager: EntityManager, token: string): Promise<LinkMail | null> {
    return manager.findOne(LinkMail, {
      where: { tokenHash: hashOf(token), expiresAt: inFuture() },
      relations: { attempt: true },
    });
  }

  /** Ends all links of an account and its open changes of address. Notices stay. */
  async revoke(transaction: EntityManager, userId: string): Promise<void> {
    await transaction.delete(Attempt, { userId });
    await transaction.delete(LinkMail, { userId, purpose: 'reset-password' });
  }
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

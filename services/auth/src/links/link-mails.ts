import { createHmac, hash, randomBytes } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import { afterMs, currentContext, enqueue, inFuture, SETTINGS } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import type { AuthSettings } from '../auth.settings.js';
import { Attempt } from '../entities/attempt.entity.js';
import { LinkMail } from '../entities/link-mail.entity.js';
import { MAILS } from '../mails.js';

const SEED_BYTES = 32;

/** Owner of a mail: an account or an attempt. */
type Owner = { readonly userId: string } | { readonly attemptId: string };
type NewLinkMail = Owner & Pick<LinkMail, 'purpose' | 'email'>;

/** Mails with single-use links, and notices. Callers hold the lock of the account's row or of the attempt's address. */
@Injectable()
export class LinkMails {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'MAIL_TOKEN_KEY'>) {}

  /** Sends a mail after the commit. */
  async send(transaction: EntityManager, mail: NewLinkMail): Promise<void> {
    const id = uuidv7();
    const seed = randomBytes(SEED_BYTES);
    await transaction.insert(LinkMail, {
      ...mail,
      id,
      seed,
      tokenHash: hashOf(this.tokenOf({ id, seed })),
      requestId: currentContext().requestId ?? null,
      expiresAt: afterMs(MAILS[mail.purpose].ttlMs),
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

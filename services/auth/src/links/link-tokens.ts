import { createHash, createHmac } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import type { LinkMail } from '../entities/link-mail.entity.js';

/**
 * Derives the tokens of mail links from their row and a key that is not in the database: a retried mail has the same
 * token, and nobody can derive a token from the database alone.
 */
@Injectable()
export class LinkTokens {
  constructor(
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'MAIL_TOKEN_KEY'>,
  ) {}

  /** 43 characters that need no escaping in a URL. */
  derive({ id, seed }: Pick<LinkMail, 'id' | 'seed'>): string {
    return createHmac('sha256', this.settings.MAIL_TOKEN_KEY)
      .update(id)
      .update(seed)
      .digest('base64url');
  }

  hash(token: string): Buffer {
    return createHash('sha256').update(token).digest();
  }
}

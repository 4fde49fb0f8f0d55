import type { User } from '@studiolo/contracts';

import type { Account } from '../entities/account.entity.js';

/** The fields of an account that its owner may see. */
export function toUser(account: Account): User {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    email_verified: account.emailVerified,
    oauth_provider: account.googleId === null ? null : 'google',
    google_id: account.googleId,
    created_at: account.createdAt.toISOString(),
    last_login: account.lastLogin?.toISOString() ?? null,
  };
}

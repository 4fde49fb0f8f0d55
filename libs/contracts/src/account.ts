import * as z from 'zod/mini';

import { idSchema, timestampSchema } from './fields.js';
import { pageDefault } from './page-answer.js';

export const userSchema = z
  .object({
    id: pageDefault(idSchema, ''),
    name: z.string(),
    email: z.string(),
    email_verified: pageDefault(z.boolean(), false),
    oauth_provider: pageDefault(z.nullable(z.literal('google')), null),
    google_id: pageDefault(z.nullable(z.string()), null),
    created_at: pageDefault(timestampSchema, ''),
    last_login: pageDefault(z.nullable(timestampSchema), null),
  })
  .register(z.globalRegistry, { id: 'User', description: 'An account, as its owner sees it' });

export type User = z.infer<typeof userSchema>;

export const sessionSchema = z
  .object({
    id: idSchema,
    current: z.boolean().check(z.describe('Whether this is the session of this call')),
    created_at: timestampSchema,
    last_seen_at: timestampSchema.check(z.describe('Accurate to ten minutes')),
    device: z.string().check(z.describe('Browser and system in words, as in "Firefox on Linux"')),
  })
  .register(z.globalRegistry, {
    id: 'Session',
    description: 'A place where the user is signed in',
  });

export type UserSession = z.infer<typeof sessionSchema>;

import { z } from 'zod';

import { idSchema, timestampSchema } from './fields.js';
import { pageDefault } from './page-answer.js';

export const userSchema = z
  .object({
    id: pageDefault(idSchema, ''),
    name: z.string(),
    email: z.string(),
    email_verified: pageDefault(z.boolean(), false),
    oauth_provider: pageDefault(z.literal('google').nullable(), null),
    google_id: pageDefault(z.string().nullable(), null),
    created_at: pageDefault(timestampSchema, ''),
    last_login: pageDefault(timestampSchema.nullable(), null),
  })
  .meta({ id: 'User', description: 'An account, as its owner sees it' });

export type User = z.infer<typeof userSchema>;

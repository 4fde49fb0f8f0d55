import { z } from 'zod';

import { idSchema, timestampSchema } from './fields.js';

export const userSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    oauth_provider: z.literal('google').nullable(),
    google_id: z.string().nullable(),
    created_at: timestampSchema,
    last_login: timestampSchema.nullable(),
  })
  .meta({ id: 'User', description: 'An account, as its owner sees it' });

export type User = z.infer<typeof userSchema>;

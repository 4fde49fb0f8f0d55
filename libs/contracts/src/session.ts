import { z } from 'zod';

import { idSchema, timestampSchema } from './fields.js';

export const sessionSchema = z
  .object({
    id: idSchema,
    current: z.boolean().describe('Whether this is the session of this call'),
    created_at: timestampSchema,
    last_seen_at: timestampSchema.describe('Accurate to ten minutes'),
    device: z.string().describe('Browser and system in words, as in "Firefox on Linux"'),
  })
  .meta({ id: 'Session', description: 'A place where the user is signed in' });

export type UserSession = z.infer<typeof sessionSchema>;

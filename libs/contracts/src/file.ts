import { z } from 'zod';

import { timestampSchema } from './fields.js';

export const storedFileSchema = z
  .object({
    filename: z.string(),
    size: z.int().nonnegative().describe('Bytes'),
    content_type: z.string().describe('Media type, determined from the content'),
    created_at: timestampSchema,
  })
  .meta({ id: 'StoredFile' });

export type StoredFile = z.infer<typeof storedFileSchema>;

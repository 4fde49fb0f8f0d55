import { z } from 'zod';

import { timestampSchema } from './fields.js';
import { pageDefault } from './page-answer.js';

export const storedFileSchema = z
  .object({
    filename: z.string(),
    size: pageDefault(z.int().nonnegative().describe('Bytes'), 0),
    content_type: pageDefault(z.string().describe('Media type, determined from the content'), ''),
    created_at: pageDefault(timestampSchema, ''),
  })
  .meta({ id: 'StoredFile' });

export type StoredFile = z.infer<typeof storedFileSchema>;

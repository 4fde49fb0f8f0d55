import { z } from 'zod';

import { timestampSchema } from './fields.js';
import { pageDefault } from './page-answer.js';

/** SHA-256 in lower-case hexadecimal digits. */
export const sha256Schema = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]+$/);

export const storedFileSchema = z
  .object({
    filename: z.string(),
    size: pageDefault(z.int().nonnegative().describe('Bytes'), 0),
    sha256: pageDefault(
      sha256Schema.nullable().describe('Of the bytes; null while it is unknown'),
      null,
    ),
    content_type: pageDefault(z.string().describe('Media type, determined from the content'), ''),
    created_at: pageDefault(timestampSchema, ''),
  })
  .meta({ id: 'StoredFile' });

export type StoredFile = z.infer<typeof storedFileSchema>;

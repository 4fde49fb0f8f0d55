import * as z from 'zod/mini';

import { timestampSchema } from './fields.js';
import { pageDefault } from './page-answer.js';

/** SHA-256 in lower-case hexadecimal digits. */
export const sha256Schema = z.string().check(z.length(64), z.regex(/^[0-9a-f]+$/));

/** What is wrong with the bytes of a file in the store: none are left, not all, or other ones. */
export type Damage = 'missing' | 'cut' | 'changed';

export const storedFileSchema = z
  .object({
    filename: z.string(),
    size: pageDefault(z.int().check(z.nonnegative(), z.describe('Bytes')), 0),
    sha256: pageDefault(
      z.nullable(sha256Schema).check(z.describe('Of the bytes; null while it is unknown')),
      null,
    ),
    damage: pageDefault(
      z
        .nullable(z.string())
        .check(
          z.describe(
            'What the last check found: `missing`, `cut` or `changed`; null for a sound file',
          ),
        ),
      null,
    ),
    content_type: pageDefault(
      z.string().check(z.describe('Media type, determined from the content')),
      '',
    ),
    created_at: pageDefault(timestampSchema, ''),
  })
  .register(z.globalRegistry, { id: 'StoredFile' });

export type StoredFile = z.infer<typeof storedFileSchema>;

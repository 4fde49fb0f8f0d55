import { z } from 'zod';

const INVALID_KEY = 'The Idempotency-Key is not valid';

export const idempotencyKey = z
  .string()
  .max(200, INVALID_KEY)
  .regex(/^[\x21-\x7e]+$/, INVALID_KEY)
  .describe(
    '1 to 200 visible ASCII characters; a repeat under the same key has no second effect for 24 hours',
  );

import { z } from 'zod';

import { idSchema } from './fields.js';

/** The queue of outgoing mail. */
export const MAIL_QUEUE = 'mail';

export const mailJobNames = [
  'confirm-sign-up',
  'confirm-new-email',
  'email-taken',
  'new-email-asked',
  'email-changed',
  'reset-password',
  // Sent by the version before; they go when no replica of it can be at work any more.
  'verify-email',
  'verify-new-email',
] as const;
export type MailJobName = (typeof mailJobNames)[number];

/**
 * A mail to send. Jobs lie in Redis as clear text, so that they carry the id of a row and neither
 * address nor link; the worker derives those. The row's id is also the job's id: one mail each.
 */
export const mailJobSchema = z.object({
  name: z.enum(mailJobNames),
  data: z.object({ mailId: idSchema }),
});

import { z } from 'zod';

import { idSchema } from './fields.js';

/** The queue of outgoing mail. */
export const MAIL_QUEUE = 'mail';

/**
 * A mail to send. Jobs lie in Redis as clear text, so that they carry the id of a row and neither
 * address nor link; the worker derives those. The row's id is also the job's id: one mail each.
 */
export const mailJobSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('verify-email'), data: z.object({ mailId: idSchema }) }),
  z.object({ name: z.literal('reset-password'), data: z.object({ mailId: idSchema }) }),
  z.object({ name: z.literal('verify-new-email'), data: z.object({ mailId: idSchema }) }),
]);
export type MailJob = z.infer<typeof mailJobSchema>;
export type MailJobName = MailJob['name'];

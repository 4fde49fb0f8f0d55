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
] as const;
export type MailJobName = (typeof mailJobNames)[number];

/**
 * A mail to send. Redis holds jobs as clear text, so a job carries only a row's id, from which the worker finds address
 * and link. The row's id is also the job's id, so each row causes one mail.
 */
export const mailJobSchema = z.object({
  name: z.enum(mailJobNames),
  data: z.object({ mailId: idSchema }),
});

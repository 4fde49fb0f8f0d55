import { emailSchema, idSchema } from '@studiolo/contracts';
import { z } from 'zod';

export const RESET_LINK = 'reset-link';
export const RESEND_VERIFICATION = 'resend-verification';
export const MAIL_NEW_EMAIL = 'mail-new-email';
/**
 * Delay of the look-up after a request for a link, in milliseconds: by then the answer has been sent, so its time
 * cannot reveal whether the account exists.
 */
export const LOOK_UP_DELAY_MS = 500;

/** Every job this service writes to its outbox, except mails; the outbox runs them without a queue. */
export const ownJobSchema = z.discriminatedUnion('name', [
  z.object({
    name: z.literal(RESET_LINK),
    data: z.object({ email: emailSchema, network: z.string().optional() }),
  }),
  z.object({
    name: z.literal(RESEND_VERIFICATION),
    data: z.object({
      email: emailSchema,
      attempt: idSchema.optional(),
      network: z.string().optional(),
    }),
  }),
  z.object({
    name: z.literal(MAIL_NEW_EMAIL),
    data: z.object({ attemptId: idSchema, email: emailSchema }),
  }),
]);
export type OwnJob = z.output<typeof ownJobSchema>;
export type JobData<Name extends OwnJob['name']> = Extract<OwnJob, { name: Name }>['data'];

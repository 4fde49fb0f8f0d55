import { emailSchema, idSchema } from '@studiolo/contracts';
import { z } from 'zod';

import { END_SESSIONS, MAIL_NEW_EMAIL, REQUEST_LINK, RESEND_VERIFICATION } from './job-names.js';

/** The previous version wrote it; now sessions end in the cache before the commit. */
const endSessionsJob = z.object({
  name: z.literal(END_SESSIONS),
  data: z.object({ sessionIds: z.array(idSchema) }),
});

/** A request for a link; the account is looked up after the answer. */
const requestLinkJob = z.object({
  name: z.literal(REQUEST_LINK),
  // The previous version used this job for verification links, too.
  data: z.object({ purpose: z.enum(['reset-password', 'verify-email']), email: emailSchema }),
});

const resendVerificationJob = z.object({
  name: z.literal(RESEND_VERIFICATION),
  data: z.object({ email: emailSchema, attempt: idSchema.optional() }),
});
export type ResendVerificationJob = z.output<typeof resendVerificationJob>;

const mailNewEmailJob = z.object({
  name: z.literal(MAIL_NEW_EMAIL),
  data: z.object({ attemptId: idSchema, email: emailSchema }),
});
export type MailNewEmailJob = z.output<typeof mailNewEmailJob>;

/** Every job this service writes to its outbox, except mails. */
export const ownJobSchema = z.discriminatedUnion('name', [
  endSessionsJob,
  requestLinkJob,
  resendVerificationJob,
  mailNewEmailJob,
]);

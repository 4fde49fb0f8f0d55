import { emailSchema, idSchema, mailJobSchema } from '@studiolo/contracts';
import { z } from 'zod';

import { END_SESSIONS, REQUEST_LINK } from './job-names.js';

const endSessionsJob = z.object({
  name: z.literal(END_SESSIONS),
  data: z.object({ sessionIds: z.array(idSchema) }),
});

/** Somebody asked for a link; whether an account has the address is looked up after the answer. */
const requestLinkJob = z.object({
  name: z.literal(REQUEST_LINK),
  data: z.object({ purpose: z.enum(['reset-password', 'verify-email']), email: emailSchema }),
});
export type RequestLinkJob = z.output<typeof requestLinkJob>;

/** Every job this service leaves in its outbox. */
export const authJobSchema = z.discriminatedUnion('name', [
  endSessionsJob,
  requestLinkJob,
  ...mailJobSchema.options,
]);
export type AuthJob = z.output<typeof authJobSchema>;
export type AuthJobName = AuthJob['name'];

export const authJobNames = authJobSchema.options.map((job) => job.shape.name.value);

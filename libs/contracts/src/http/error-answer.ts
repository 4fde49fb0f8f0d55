import * as z from 'zod/mini';

import { errorCodes } from '../errors.js';
import { projectSchema } from '../project.js';

/** The form of every JSON error answer; some carry extra fields that the specification asks for. */
export const errorAnswerSchema = z
  .object({
    success: z.literal(false),
    error: z.string().check(z.describe('A sentence for people, which may be reworded')),
    code: z.enum(errorCodes).check(z.describe('The reason, for programs')),
    request_id: z.optional(z.string()).check(z.describe('Identifies the request in the logs')),
    email_verification_required: z.optional(z.literal(true)),
    email: z.optional(z.string()),
    attempt: z.optional(z.string()).check(z.describe('The sign-up, for resend-verification')),
    project: z
      .optional(projectSchema)
      .check(z.describe('The current project, whose ETag is in the header')),
    filename: z.optional(z.string()).check(z.describe('The file at fault')),
  })
  .register(z.globalRegistry, { id: 'Error' });
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>;

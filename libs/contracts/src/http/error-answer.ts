import { z } from 'zod';

import { errorCodes } from '../errors.js';
import { projectSchema } from '../project.js';

/** The form of every JSON error answer; some carry extra fields that the specification asks for. */
export const errorAnswerSchema = z
  .object({
    success: z.literal(false),
    error: z.string().describe('A sentence for people, which may be reworded'),
    code: z.enum(errorCodes).describe('The reason, for programs'),
    request_id: z.string().optional().describe('Identifies the request in the logs'),
    email_verification_required: z.literal(true).optional(),
    email: z.string().optional(),
    attempt: z.string().optional().describe('The sign-up, for resend-verification'),
    project: projectSchema.optional().describe('The current project, whose ETag is in the header'),
    filename: z.string().optional().describe('The file at fault'),
  })
  .meta({ id: 'Error' });
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>;

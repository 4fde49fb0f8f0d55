import { z } from 'zod';

import { projectSchema } from '../project.js';
import { userSchema } from '../user.js';

/** The form of every JSON error answer; some carry extra fields that the specification asks for. */
export const errorAnswerSchema = z
  .object({
    success: z.literal(false),
    error: z.string().describe('A sentence for people'),
    request_id: z.string().optional().describe('Identifies the request in the logs'),
    email_verification_required: z.literal(true).optional(),
    email: z.string().optional(),
    attempt: z.string().optional().describe('The sign-up, for resend-verification'),
    project: projectSchema.optional().describe('The current project, whose ETag is in the header'),
    filename: z.string().optional().describe('The file at fault'),
  })
  .meta({ id: 'Error' });
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>;

export const doneSchema = z
  .object({ success: z.literal(true), message: z.string() })
  .meta({ id: 'Done' });

export const messageSchema = z.object({ message: z.string() }).meta({ id: 'Message' });

export const signedInSchema = z
  .object({ success: z.literal(true), token: z.string(), user: userSchema })
  .meta({ id: 'SignedIn' });

export const signedInWithMessageSchema = signedInSchema
  .extend({ message: z.string() })
  .meta({ id: 'SignedInWithMessage' });

export const verificationRequiredSchema = z
  .object({
    success: z.literal(true),
    email_verification_required: z.literal(true),
    email: z.string(),
    attempt: z.string().describe('This sign-up, for resend-verification and verify-email'),
    message: z.string(),
  })
  .meta({ id: 'VerificationRequired' });

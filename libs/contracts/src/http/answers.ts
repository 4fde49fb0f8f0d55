import { z } from 'zod';

import { userSchema } from '../account.js';
import { pageDefault } from '../page-answer.js';
import { projectSchema } from '../project.js';

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

const success = pageDefault(z.literal(true), true);
const message = pageDefault(z.string(), '');

export const doneSchema = z.object({ success, message }).meta({ id: 'Done' });

export const messageSchema = z.object({ message }).meta({ id: 'Message' });

export const signedInSchema = z
  .object({ success, token: z.string(), user: userSchema })
  .meta({ id: 'SignedIn' });

export const signedInWithMessageSchema = signedInSchema
  .extend({ message })
  .meta({ id: 'SignedInWithMessage' });

export const verificationRequiredSchema = z
  .object({
    success,
    email_verification_required: z.literal(true),
    email: pageDefault(z.string(), ''),
    attempt: pageDefault(
      z.string().describe('This sign-up, for resend-verification and verify-email'),
      '',
    ),
    message,
  })
  .meta({ id: 'VerificationRequired' });

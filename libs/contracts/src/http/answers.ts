import { z } from 'zod';

import { userSchema } from '../account.js';
import { pageDefault } from '../page-answer.js';

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

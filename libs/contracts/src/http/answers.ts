import * as z from 'zod/mini';

import { userSchema } from '../account.js';
import { pageDefault } from '../page-answer.js';

const success = pageDefault(z.literal(true), true);
const message = pageDefault(z.string(), '');

export const doneSchema = z.object({ success, message }).register(z.globalRegistry, { id: 'Done' });

export const messageSchema = z.object({ message }).register(z.globalRegistry, { id: 'Message' });

export const signedInSchema = z
  .object({ success, token: z.string(), user: userSchema })
  .register(z.globalRegistry, { id: 'SignedIn' });

export const signedInWithMessageSchema = z
  .extend(signedInSchema, { message })
  .register(z.globalRegistry, { id: 'SignedInWithMessage' });

export const verificationRequiredSchema = z
  .object({
    success,
    email_verification_required: z.literal(true),
    email: pageDefault(z.string(), ''),
    attempt: pageDefault(
      z.string().check(z.describe('This sign-up, for resend-verification and verify-email')),
      '',
    ),
    message,
  })
  .register(z.globalRegistry, { id: 'VerificationRequired' });

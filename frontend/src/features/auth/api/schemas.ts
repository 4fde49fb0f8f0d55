import { emailSchema, loginOperation, nameSchema } from '@studiolo/contracts';
import { z } from 'zod';

import {
  doPasswordsMatch,
  passwordsMustMatch,
  passwordTwice,
} from '../../../lib/password-confirmation';

export const loginSchema = loginOperation.body;

export const forgotPasswordSchema = z.object({ email: emailSchema });

export const registerSchema = z
  .object({
    name: nameSchema,
    email: emailSchema,
    ...passwordTwice,
    terms: z.boolean().refine((isAccepted) => isAccepted, 'Please accept the terms to continue'),
  })
  .refine(doPasswordsMatch, passwordsMustMatch);

export const resetPasswordSchema = z
  .object(passwordTwice)
  .refine(doPasswordsMatch, passwordsMustMatch);

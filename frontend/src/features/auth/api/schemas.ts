import {
  emailSchema,
  loginOperation,
  nameSchema,
  newPasswordSchema,
  passwordSchema,
} from '@studiolo/contracts';
import { z } from 'zod';

export const loginSchema = loginOperation.body;

export const forgotPasswordSchema = z.object({ email: emailSchema });

interface WithConfirmation {
  password?: string;
  confirmPassword?: string;
}

const doMatch = ({ password, confirmPassword }: WithConfirmation) => password === confirmPassword;

/** Checked whatever else is wrong, so that all errors show at once. */
const mustMatch = {
  error: 'Passwords do not match',
  path: ['confirmPassword'],
  when: () => true,
};

const withConfirmation = { password: newPasswordSchema, confirmPassword: z.string() };

export const registerSchema = z
  .object({
    name: nameSchema,
    email: emailSchema,
    ...withConfirmation,
    terms: z.boolean().refine((isAccepted) => isAccepted, 'Please accept the terms to continue'),
  })
  .refine(doMatch, mustMatch);

export const resetPasswordSchema = z.object(withConfirmation).refine(doMatch, mustMatch);

export const changePasswordSchema = z
  .object({
    current_password: passwordSchema.min(1, 'Current password is required'),
    ...withConfirmation,
  })
  .refine(doMatch, mustMatch);

import { newPasswordSchema } from '@studiolo/contracts';
import { z } from 'zod';

/** A new password typed twice. */
export const passwordTwice = { password: newPasswordSchema, confirmPassword: z.string() };

interface PasswordTwice {
  password?: string;
  confirmPassword?: string;
}

export const doPasswordsMatch = ({ password, confirmPassword }: PasswordTwice) =>
  password === confirmPassword;

/** Checked even when other fields are invalid, so that all errors show at once. */
export const passwordsMustMatch = {
  error: 'Passwords do not match',
  path: ['confirmPassword'],
  when: () => true,
};

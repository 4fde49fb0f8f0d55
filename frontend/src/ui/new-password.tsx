import { newPasswordSchema, PASSWORD_MIN_LENGTH } from '@studiolo/contracts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import { PasswordField } from './fields';

/** A new password typed twice: the fields of the schema, and its check. */
export const passwordTwice = { password: newPasswordSchema, confirmPassword: z.string() };

type Typed = Partial<Record<keyof typeof passwordTwice, string>>;

export const passwordsMatch = z.refine<Typed>(
  ({ password, confirmPassword }) => password === confirmPassword,
  {
    error: 'Passwords do not match',
    path: ['confirmPassword'],
    // Also when other fields are invalid, so that all errors show at once.
    when: () => true,
  },
);

/** Tells a password manager whose password the form sets. */
export function AccountName({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}

interface NewPasswordFieldsProps {
  label: string;
  /** What connects the field with this name to its form. */
  field: (name: keyof Typed) => UseFormRegisterReturn & { error: string | undefined };
}

export function NewPasswordFields({ label, field }: NewPasswordFieldsProps) {
  const rule = { autoComplete: 'new-password', required: true, minLength: PASSWORD_MIN_LENGTH };
  return (
    <>
      <PasswordField label={label} {...rule} {...field('password')} />
      <PasswordField
        label={`Confirm ${label.toLowerCase()}`}
        {...rule}
        {...field('confirmPassword')}
      />
    </>
  );
}

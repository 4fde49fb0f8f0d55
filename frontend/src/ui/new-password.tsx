import { newPasswordSchema, PASSWORD_MIN_LENGTH } from '@studiolo/contracts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { z } from 'zod';

import { PasswordField } from './fields';

/** A new password typed twice: the fields of the schema, and the arguments of its `refine`. */
export const passwordTwice = { password: newPasswordSchema, confirmPassword: z.string() };

type Typed = Partial<Record<keyof typeof passwordTwice, string>>;

export const passwordsMatch = [
  ({ password, confirmPassword }: Typed) => password === confirmPassword,
  {
    error: 'Passwords do not match',
    path: ['confirmPassword'] as string[],
    // Also when other fields are invalid, so that all errors show at once.
    when: () => true,
  },
] as const;

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

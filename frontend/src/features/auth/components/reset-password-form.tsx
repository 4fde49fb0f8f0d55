import { zodResolver } from '@hookform/resolvers/zod';
import { PASSWORD_MIN_LENGTH, resetPasswordOperation } from '@studiolo/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { call } from '../../../lib/api/client';
import { describeError } from '../../../lib/api/errors';
import { focusFirstField } from '../../../lib/focus-first-field';
import { signOut } from '../../../lib/session';
import { useSubmitOnce } from '../../../lib/use-submit-once';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { PasswordField } from '../../../ui/password-field';
import { resetPasswordSchema } from '../api/schemas';
import styles from './form.module.css';

interface ResetPasswordFormProps {
  /** From the mailed link. */
  token: string;
  onDone: () => void;
}

export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(resetPasswordSchema),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const onSubmit = useSubmitOnce(
    handleSubmit(async ({ password }) => {
      setProblem(null);
      try {
        await call(resetPasswordOperation, { body: { token, password } });
        // The reset has ended every session, also the one of this browser.
        signOut();
        onDone();
      } catch (error) {
        setProblem(describeError(error, 'Failed to reset password'));
      }
    }),
  );
  return (
    <form ref={focusFirstField} className={styles.form} noValidate onSubmit={onSubmit}>
      {problem && <Notice type="error">{problem}</Notice>}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        required
        minLength={PASSWORD_MIN_LENGTH}
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        required
        minLength={PASSWORD_MIN_LENGTH}
        error={formState.errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <Button type="submit" variant="primary" isWide isBusy={formState.isSubmitting}>
        Reset Password
      </Button>
    </form>
  );
}

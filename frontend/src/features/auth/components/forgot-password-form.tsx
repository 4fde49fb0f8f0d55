import { zodResolver } from '@hookform/resolvers/zod';
import { forgotPasswordOperation } from '@studiolo/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { call } from '../../../lib/api/client';
import { describeError } from '../../../lib/api/errors';
import { focusFirstField } from '../../../lib/focus-first-field';
import { toast } from '../../../lib/toasts';
import { useSubmitOnce } from '../../../lib/use-submit-once';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { TextField } from '../../../ui/text-field';
import { forgotPasswordSchema } from '../api/schemas';
import styles from './form.module.css';

interface ForgotPasswordFormProps {
  /** Called with the address once the server has accepted it. */
  onSent: (email: string) => void;
}

export function ForgotPasswordForm({ onSent }: ForgotPasswordFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: '' },
  });
  const onSubmit = useSubmitOnce(
    handleSubmit(async ({ email }) => {
      setProblem(null);
      try {
        await call(forgotPasswordOperation, { body: { email } });
        toast.success('Password reset email sent!');
        onSent(email);
      } catch (error) {
        setProblem(describeError(error, 'Failed to send reset email. Please try again.'));
      }
    }),
  );
  return (
    <form ref={focusFirstField} className={styles.form} noValidate onSubmit={onSubmit}>
      {problem && <Notice type="error">{problem}</Notice>}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" variant="primary" isWide isBusy={formState.isSubmitting}>
        Send Reset Link
      </Button>
    </form>
  );
}

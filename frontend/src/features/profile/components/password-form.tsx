import { zodResolver } from '@hookform/resolvers/zod';
import { PASSWORD_MIN_LENGTH } from '@studiolo/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { useSubmitOnce } from '../../../lib/use-submit-once';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { PasswordField } from '../../../ui/password-field';
import { changePassword } from '../api/changes';
import { changePasswordSchema } from '../api/schemas';
import styles from './profile.module.css';

export function PasswordForm({ onClose }: { onClose: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(changePasswordSchema),
    defaultValues: { current_password: '', password: '', confirmPassword: '' },
  });
  const { errors } = formState;
  const onSubmit = useSubmitOnce(
    handleSubmit(async ({ current_password, password }) => {
      setProblem(null);
      const refusal = await changePassword({ current_password, password });
      if (refusal === null) onClose();
      else setProblem(refusal);
    }),
  );
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {problem && <Notice type="error">{problem}</Notice>}
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        required
        error={errors.current_password?.message}
        {...register('current_password')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        required
        minLength={PASSWORD_MIN_LENGTH}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        required
        minLength={PASSWORD_MIN_LENGTH}
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isBusy={formState.isSubmitting}>
          Change Password
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

import { z } from 'zod';

import { describeError } from '../../../lib/api/errors';
import { toast } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { PasswordField } from '../../../ui/fields';
import { Form, useSavingForm } from '../../../ui/form';
import { NewPasswordFields, passwordsMatch, passwordTwice } from '../../../ui/new-password';
import { updateProfile } from '../api/profile';
import styles from './profile.module.css';

const schema = z
  .object({ current_password: z.string().min(1, 'Current password is required'), ...passwordTwice })
  .refine(...passwordsMatch);

export function PasswordForm({ onClose }: { onClose: () => void }) {
  const { formProps, field, isBusy } = useSavingForm({
    schema,
    defaultValues: { current_password: '', password: '', confirmPassword: '' },
    save: async ({ current_password, password }) => {
      await updateProfile({ current_password, password });
      toast.success('Password changed successfully');
      onClose();
    },
    describe: (error) => describeError(error, 'Failed to change password'),
  });
  return (
    <Form className={styles.form} {...formProps}>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        required
        {...field('current_password')}
      />
      <NewPasswordFields label="New password" field={field} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Change Password
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}

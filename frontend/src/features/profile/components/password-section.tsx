import { claimedPassword } from '@studiolo/contracts';
import * as z from 'zod/mini';

import type { User } from '../../../lib/api/answers';
import { describeError } from '../../../lib/api/errors';
import { useSavingForm } from '../../../lib/forms/use-saving-form';
import { GOOGLE_SECURITY_URL } from '../../../lib/paths';
import { toast } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { PasswordField } from '../../../ui/fields';
import { Form } from '../../../ui/form';
import {
  AccountName,
  NewPasswordFields,
  passwordsMatch,
  passwordTwice,
} from '../../../ui/new-password';
import { useDiscardQuestion } from '../../../ui/use-discard-question';
import { isGoogleAccount, updateProfile } from '../api/profile';
import { Editable } from './editable';
import styles from './profile.module.css';
import { Section } from './section';

const schema = z
  .object({ current_password: claimedPassword('Current password'), ...passwordTwice })
  .check(passwordsMatch);

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { formProps, formState, field, isBusy } = useSavingForm({
    schema,
    defaultValues: { current_password: '', password: '', confirmPassword: '' },
    save: async ({ current_password, password }) => {
      await updateProfile({ current_password, password });
      toast.success('Password changed successfully');
      onClose();
    },
    describe: (error) => describeError(error, 'Failed to change password'),
  });
  const { close, question } = useDiscardQuestion(formState.isDirty, onClose);
  return (
    <Form className={styles.form} {...formProps}>
      {question}
      <AccountName email={email} />
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
        <Button onClick={close}>Cancel</Button>
      </div>
    </Form>
  );
}

export function PasswordSection({ user }: { user: User }) {
  if (isGoogleAccount(user)) {
    return (
      <Section title="Password">
        <p className={styles.note}>
          Password and security are managed by your Google account.{' '}
          <a href={GOOGLE_SECURITY_URL} target="_blank" rel="noreferrer">
            Google account security settings
          </a>
        </p>
      </Section>
    );
  }
  return (
    <Section title="Password" text="Changing it signs you out everywhere else.">
      <Editable
        label="Change Password"
        form={(close) => <PasswordForm email={user.email} onClose={close} />}
      />
    </Section>
  );
}

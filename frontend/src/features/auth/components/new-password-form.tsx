import * as z from 'zod/mini';

import { focusFirstField } from '../../../lib/forms/focus-first-field';
import { useSavingForm } from '../../../lib/forms/use-saving-form';
import { signOut } from '../../../lib/session/session';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/form';
import {
  AccountName,
  NewPasswordFields,
  passwordsMatch,
  passwordTwice,
} from '../../../ui/new-password';
import styles from './form.module.css';

const schema = z.object(passwordTwice).check(passwordsMatch);

interface NewPasswordFormProps {
  /** The address of the account, if the mailed link names it. */
  email: string | null;
  label: string;
  /** Sets the password, which ends every session of the account. */
  save: (password: string) => Promise<unknown>;
  describe: (error: unknown) => string;
  onDone: () => void;
}

/** The form of a mailed link that sets a password. */
export function NewPasswordForm({ email, label, save, describe, onDone }: NewPasswordFormProps) {
  const { formProps, field, isBusy } = useSavingForm({
    schema,
    defaultValues: { password: '', confirmPassword: '' },
    save: async ({ password }) => {
      await save(password);
      // Also the session of this browser has ended.
      signOut();
      onDone();
    },
    describe,
  });
  return (
    <Form ref={focusFirstField} className={styles.form} {...formProps}>
      {email && <AccountName email={email} />}
      <NewPasswordFields label="New password" field={field} />
      <Button type="submit" variant="primary" isWide isBusy={isBusy}>
        {label}
      </Button>
    </Form>
  );
}

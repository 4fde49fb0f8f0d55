import { resetPasswordOperation } from '@studiolo/contracts';
import { z } from 'zod';

import { call } from '../../../lib/api/client';
import { describeError } from '../../../lib/api/errors';
import { focusFirstField } from '../../../lib/focus-first-field';
import { signOut } from '../../../lib/session';
import { Button } from '../../../ui/button';
import { Form, useSavingForm } from '../../../ui/form';
import { NewPasswordFields, passwordsMatch, passwordTwice } from '../../../ui/new-password';
import styles from './form.module.css';

const schema = z.object(passwordTwice).refine(...passwordsMatch);

interface ResetPasswordFormProps {
  /** From the mailed link. */
  token: string;
  onDone: () => void;
}

export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const { formProps, field, isBusy } = useSavingForm({
    schema,
    defaultValues: { password: '', confirmPassword: '' },
    save: async ({ password }) => {
      await call(resetPasswordOperation, { body: { token, password } });
      // The reset has ended every session, also the one of this browser.
      signOut();
      onDone();
    },
    describe: (error) => describeError(error, 'Failed to reset password'),
  });
  return (
    <Form ref={focusFirstField} className={styles.form} {...formProps}>
      <NewPasswordFields label="New password" field={field} />
      <Button type="submit" variant="primary" isWide isBusy={isBusy}>
        Reset Password
      </Button>
    </Form>
  );
}

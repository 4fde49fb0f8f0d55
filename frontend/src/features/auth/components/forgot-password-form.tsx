import { emailSchema, forgotPasswordOperation } from '@studiolo/contracts';
import { z } from 'zod';

import { call } from '../../../lib/api/client';
import { describeError } from '../../../lib/api/errors';
import { focusFirstField } from '../../../lib/focus-first-field';
import { toast } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/fields';
import { Form, useSavingForm } from '../../../ui/form';
import styles from './form.module.css';

const schema = z.object({ email: emailSchema });

interface ForgotPasswordFormProps {
  /** Called with the address once the server has accepted it. */
  onSent: (email: string) => void;
}

export function ForgotPasswordForm({ onSent }: ForgotPasswordFormProps) {
  const { formProps, field, isBusy } = useSavingForm({
    schema,
    defaultValues: { email: '' },
    save: async ({ email }) => {
      await call(forgotPasswordOperation, { body: { email } });
      toast.success('Password reset email sent!');
      onSent(email);
    },
    describe: (error) => describeError(error, 'Failed to send reset email. Please try again.'),
  });
  return (
    <Form ref={focusFirstField} className={styles.form} {...formProps}>
      <TextField label="Email" type="email" autoComplete="email" required {...field('email')} />
      <Button type="submit" variant="primary" isWide isBusy={isBusy}>
        Send Reset Link
      </Button>
    </Form>
  );
}

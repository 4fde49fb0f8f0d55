import { emailSchema, forgotPasswordOperation } from '@studiolo/contracts';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';

import { AuthShell } from '../../features/auth/components/auth-shell';
import styles from '../../features/auth/components/form.module.css';
import { call } from '../../lib/api/client';
import { describeError } from '../../lib/api/errors';
import { focusFirstField } from '../../lib/forms/focus-first-field';
import { paths } from '../../lib/paths';
import { toast } from '../../lib/toasts';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { Form, useSavingForm } from '../../ui/form';

const schema = z.object({ email: emailSchema });

interface ForgotPasswordFormProps {
  /** Called with the address once the server has accepted it. */
  onSent: (email: string) => void;
}

function ForgotPasswordForm({ onSent }: ForgotPasswordFormProps) {
  // As typed on /login.
  const { state } = useLocation() as { state: { email?: string } | null };
  const { formProps, field, isBusy } = useSavingForm({
    schema,
    defaultValues: { email: state?.email ?? '' },
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

export function Component() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const backToLogin = <Link to={paths.login}>Back to login</Link>;
  if (sentTo === null) {
    return (
      <AuthShell
        title="Forgot password"
        heading="Forgot your password?"
        intro="Give us your email and we will send you a link to choose a new one."
        below={backToLogin}
      >
        <ForgotPasswordForm onSent={setSentTo} />
      </AuthShell>
    );
  }
  return (
    <AuthShell
      heading="Check Your Email"
      intro={
        <>
          If there is an account for <strong>{sentTo}</strong>, a link to choose a new password is
          on its way. It expires after 1 hour.
        </>
      }
      below={backToLogin}
    >
      <Button isWide onClick={() => setSentTo(null)}>
        Use another email
      </Button>
    </AuthShell>
  );
}

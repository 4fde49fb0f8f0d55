import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { AuthShell } from '../../features/auth/components/auth-shell';
import styles from '../../features/auth/components/form.module.css';
import { focusFirstField } from '../../lib/forms/focus-first-field';
import { useLazyForm } from '../../lib/forms/use-lazy-form';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { Form } from '../../ui/form';

const load = () => import('../../features/auth/api/ask-for-reset');

interface ForgotPasswordFormProps {
  /** Called with the address once the server has accepted it. */
  onSent: (email: string) => void;
}

function ForgotPasswordForm({ onSent }: ForgotPasswordFormProps) {
  // As typed on /login.
  const { state } = useLocation() as { state: { email?: string } | null };
  const { formProps, field, isBusy } = useLazyForm({
    load,
    send: async ({ askForReset }, body) => {
      await askForReset(body);
      onSent(body.email);
    },
  });
  return (
    <Form ref={focusFirstField} className={styles.form} {...formProps}>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        defaultValue={state?.email}
        {...field('email')}
      />
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

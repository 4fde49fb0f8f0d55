import { resetPasswordOperation } from '@studiolo/contracts';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { z } from 'zod';

import { AuthShell } from '../../features/auth/components/auth-shell';
import styles from '../../features/auth/components/form.module.css';
import { call } from '../../lib/api/client';
import { describeError } from '../../lib/api/errors';
import { focusFirstField } from '../../lib/forms/focus-first-field';
import { paths } from '../../lib/paths';
import { signOut } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Form, useSavingForm } from '../../ui/form';
import { LinkButton } from '../../ui/link-button';
import { NewPasswordFields, passwordsMatch, passwordTwice } from '../../ui/new-password';
import { Notice } from '../../ui/notice';
import { useDelayedRedirect } from '../use-delayed-redirect';

const schema = z.object(passwordTwice).refine(...passwordsMatch);

interface ResetPasswordFormProps {
  /** From the mailed link. */
  token: string;
  onDone: () => void;
}

function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
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

function InvalidLink() {
  return (
    <AuthShell
      heading="Invalid Reset Link"
      intro="This link carries no token. Open the link from the email again, or ask for a new one."
      below={<Link to={paths.login}>Back to login</Link>}
    >
      <LinkButton to={paths.forgotPassword} look={{ variant: 'primary', isWide: true }}>
        Request a new link
      </LinkButton>
    </AuthShell>
  );
}

export function Component() {
  const token = useSearchParams()[0].get('token');
  const [isDone, setIsDone] = useState(false);
  useDelayedRedirect(isDone ? paths.login : null, 3000);
  if (!token) return <InvalidLink />;
  if (isDone) {
    return (
      <AuthShell heading="Password reset" below={<Link to={paths.login}>Go to login now</Link>}>
        <Notice type="success">
          Your password has been changed. You will be taken to the login page in a moment.
        </Notice>
      </AuthShell>
    );
  }
  return (
    <AuthShell
      title="Reset password"
      heading="Choose a new password"
      intro="At least 6 characters. Every open session will be signed out."
      below={<Link to={paths.forgotPassword}>Request a new link</Link>}
    >
      <ResetPasswordForm token={token} onDone={() => setIsDone(true)} />
    </AuthShell>
  );
}

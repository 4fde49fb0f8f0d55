import { useState } from 'react';
import { Link } from 'react-router-dom';

import { AuthShell } from '../../features/auth/components/auth-shell';
import { ForgotPasswordForm } from '../../features/auth/components/forgot-password-form';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';

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
      title="Check Your Email"
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

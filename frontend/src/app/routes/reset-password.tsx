import { resetPasswordOperation } from '@studiolo/contracts';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

import { AuthShell } from '../../features/auth/components/auth-shell';
import { NewPasswordForm } from '../../features/auth/components/new-password-form';
import { call } from '../../lib/api/client';
import { describeError } from '../../lib/api/errors';
import { paths } from '../../lib/paths';
import { Banner } from '../../ui/banner';
import { LinkButton } from '../../ui/link-button';
import { useDelayedRedirect } from '../use-delayed-redirect';

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
  const [params] = useSearchParams();
  const token = params.get('token');
  const [isDone, setIsDone] = useState(false);
  useDelayedRedirect(isDone ? paths.login : null, 3000);
  if (!token) return <InvalidLink />;
  if (isDone) {
    return (
      <AuthShell heading="Password reset" below={<Link to={paths.login}>Go to login now</Link>}>
        <Banner type="success">
          Your password has been changed. You will be taken to the login page in a moment.
        </Banner>
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
      <NewPasswordForm
        email={params.get('email')}
        label="Reset Password"
        save={(password) => call(resetPasswordOperation, { body: { token, password } })}
        describe={(error) => describeError(error, 'Failed to reset password')}
        onDone={() => setIsDone(true)}
      />
    </AuthShell>
  );
}

import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

import { AuthShell } from '../../features/auth/components/auth-shell';
import { ResetPasswordForm } from '../../features/auth/components/reset-password-form';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/link-button';
import { Notice } from '../../ui/notice';
import { useDelayedRedirect } from '../use-delayed-redirect';

const toLogin = { to: paths.login, after: 3000 };

function InvalidLink() {
  return (
    <AuthShell
      title="Invalid Reset Link"
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
  useDelayedRedirect(isDone ? toLogin : null);
  if (!token) return <InvalidLink />;
  if (isDone) {
    return (
      <AuthShell
        title="Password reset"
        heading="Password reset"
        below={<Link to={paths.login}>Go to login now</Link>}
      >
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
    >
      <ResetPasswordForm token={token} onDone={() => setIsDone(true)} />
    </AuthShell>
  );
}

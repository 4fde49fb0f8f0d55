import { undoEmailChangeOperation } from '@studiolo/contracts';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

import { AuthShell } from '../../features/auth/components/auth-shell';
import { NewPasswordForm } from '../../features/auth/components/new-password-form';
import { call } from '../../lib/api/client';
import { describeError } from '../../lib/api/errors';
import { paths } from '../../lib/paths';
import { Banner } from '../../ui/banner';
import { useDelayedRedirect } from '../use-delayed-redirect';

/** Opened from the mail to the old address of an account. Nothing happens before its form is sent. */
export function Component() {
  const [params] = useSearchParams();
  const [token, email] = [params.get('token'), params.get('email')];
  const [isDone, setIsDone] = useState(false);
  useDelayedRedirect(isDone ? paths.login : null, 3000);
  const toLogin = <Link to={paths.login}>Back to login</Link>;
  if (!token) {
    return (
      <AuthShell
        heading="Invalid link"
        intro="This link carries no token. Open the link from the email again."
        below={toLogin}
      />
    );
  }
  if (isDone) {
    return (
      <AuthShell heading="Your address is back" below={toLogin}>
        <Banner type="success">
          Everybody is signed out. Sign in with the password that you have just chosen.
        </Banner>
      </AuthShell>
    );
  }
  return (
    <AuthShell
      title="Undo the change of address"
      heading="It was not me"
      intro={
        <>
          Your account goes back to <strong>{email ?? 'this address'}</strong>, everybody is signed
          out, and only the password that you choose here works.
        </>
      }
      below={toLogin}
    >
      <NewPasswordForm
        email={email}
        label="Undo and Set Password"
        save={(password) => call(undoEmailChangeOperation, { body: { token, password } })}
        describe={(error) => describeError(error, 'Failed to undo the change')}
        onDone={() => setIsDone(true)}
      />
    </AuthShell>
  );
}

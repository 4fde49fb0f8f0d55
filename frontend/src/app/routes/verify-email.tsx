import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { type VerificationOutcome, verifyEmailOnce } from '../../features/auth/api/verification';
import { AuthShell } from '../../features/auth/components/auth-shell';
import { ResendButton } from '../../features/auth/components/resend-button';
import { paths } from '../../lib/paths';
import { Banner } from '../../ui/banner';
import { Skeleton } from '../../ui/skeleton';
import { useDelayedRedirect } from '../use-delayed-redirect';

export function Component() {
  const { search } = useLocation();
  const email = new URLSearchParams(search).get('email');
  const [outcome, setOutcome] = useState<VerificationOutcome | null>(null);
  useEffect(() => {
    void verifyEmailOnce(search).then(setOutcome);
  }, [search]);
  useDelayedRedirect(outcome?.status === 'success' ? paths.dashboard : null, 2000);
  switch (outcome?.status) {
    case undefined:
      return (
        <AuthShell title="Verifying" heading="Verifying your email" intro="This takes a moment.">
          <div aria-busy role="status" aria-label="Verifying">
            <Skeleton height="3rem" />
          </div>
        </AuthShell>
      );
    case 'success':
      return (
        <AuthShell
          heading="Email verified"
          below={<Link to={paths.dashboard}>Go to the dashboard now</Link>}
        >
          <Banner type="success">You are signed in. Your dashboard opens in a moment.</Banner>
          {outcome.notice && (
            <Banner type="warning">
              {outcome.notice} <Link to={paths.forgotPassword}>Reset the password</Link>
            </Banner>
          )}
        </AuthShell>
      );
    case 'verified-before':
      return (
        <AuthShell heading="Email verified" below={<Link to={paths.login}>Sign in</Link>}>
          <Banner type="success">Your email is verified already. You can sign in.</Banner>
        </AuthShell>
      );
    case 'error':
      return (
        <AuthShell
          heading="Verification failed"
          below={<Link to={paths.login}>Back to login</Link>}
        >
          <Banner type="error">{outcome.message}</Banner>
          {email && <ResendButton email={email} />}
        </AuthShell>
      );
  }
}

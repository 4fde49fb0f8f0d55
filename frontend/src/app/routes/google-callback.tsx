import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { finishGoogleSignIn, type GoogleOutcome } from '../../features/auth/api/google';
import { AuthShell } from '../../features/auth/components/auth-shell';
import { paths } from '../../lib/paths';
import { Banner } from '../../ui/banner';
import { Skeleton } from '../../ui/skeleton';
import { useDelayedRedirect } from '../use-delayed-redirect';

export function Component() {
  const { search } = useLocation();
  const [outcome, setOutcome] = useState<GoogleOutcome | null>(null);
  useEffect(() => {
    void finishGoogleSignIn(search).then(setOutcome);
  }, [search]);
  useDelayedRedirect(outcome?.status === 'success' ? paths.dashboard : null, 500);
  useDelayedRedirect(outcome?.status === 'error' ? paths.login : null, 3000);
  switch (outcome?.status) {
    case undefined:
      return (
        <AuthShell title="Signing in" heading="Signing you in" intro="Finishing with Google.">
          <div aria-busy role="status" aria-label="Signing in">
            <Skeleton height="3rem" />
          </div>
        </AuthShell>
      );
    case 'success':
      return (
        <AuthShell heading="Signed in">
          <Banner type="success">Your dashboard opens in a moment.</Banner>
        </AuthShell>
      );
    case 'error':
      return (
        <AuthShell heading="Sign in failed" below={<Link to={paths.login}>Back to login</Link>}>
          <Banner type="error">{outcome.message}</Banner>
        </AuthShell>
      );
  }
}

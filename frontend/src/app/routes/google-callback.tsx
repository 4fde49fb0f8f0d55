import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { finishGoogleSignIn, type GoogleOutcome } from '../../features/auth/api/google';
import { AuthShell } from '../../features/auth/components/auth-shell';
import styles from '../../features/auth/components/form.module.css';
import { REDIRECT_AFTER_AUTH_ERROR_MS, REDIRECT_AFTER_GOOGLE_MS } from '../../lib/delays';
import { paths } from '../../lib/paths';
import { toast } from '../../lib/toasts';
import { Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/skeleton';
import { useDelayedRedirect } from '../use-delayed-redirect';

type Callback = { status: 'processing' } | GoogleOutcome;

function useGoogleCallback(search: string): Callback {
  const [callback, setCallback] = useState<Callback>({ status: 'processing' });
  useEffect(() => {
    let isCurrent = true;
    void finishGoogleSignIn(search).then((outcome) => {
      if (!isCurrent) return;
      setCallback(outcome);
      if (outcome.status === 'error' && outcome.toast) toast.error(outcome.toast);
    });
    return () => {
      isCurrent = false;
    };
  }, [search]);
  return callback;
}

const redirects = {
  processing: null,
  success: { to: paths.dashboard, after: REDIRECT_AFTER_GOOGLE_MS },
  error: { to: paths.login, after: REDIRECT_AFTER_AUTH_ERROR_MS },
};

export function Component() {
  const callback = useGoogleCallback(useLocation().search);
  useDelayedRedirect(redirects[callback.status]);
  switch (callback.status) {
    case 'processing':
      return (
        <AuthShell title="Signing in" heading="Signing you in" intro="Finishing with Google.">
          <div aria-busy role="status" aria-label="Signing in">
            <Skeleton height="3rem" />
          </div>
        </AuthShell>
      );
    case 'success':
      return (
        <AuthShell title="Signed in" heading="Signed in">
          <Notice type="success">Your dashboard opens in a moment.</Notice>
        </AuthShell>
      );
    case 'error':
      return (
        <AuthShell title="Sign in failed" heading="Sign in failed">
          <Notice type="error">{callback.message}</Notice>
          <p className={styles.below}>
            <Link to={paths.login}>Back to login</Link>
          </p>
        </AuthShell>
      );
  }
}

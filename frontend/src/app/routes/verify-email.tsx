import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

import { type VerificationOutcome, verifyEmailOnce } from '../../features/auth/api/verification';
import { AuthShell } from '../../features/auth/components/auth-shell';
import styles from '../../features/auth/components/form.module.css';
import { ResendButton } from '../../features/auth/components/resend-button';
import { REDIRECT_AFTER_VERIFICATION_MS } from '../../lib/delays';
import { paths } from '../../lib/paths';
import { Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/skeleton';
import { useDelayedRedirect } from '../use-delayed-redirect';

type Verification = { status: 'verifying' } | VerificationOutcome;

function useVerification(token: string): Verification {
  const [verification, setVerification] = useState<Verification>({ status: 'verifying' });
  useEffect(() => {
    let isCurrent = true;
    void verifyEmailOnce(token).then((outcome) => {
      if (isCurrent) setVerification(outcome);
    });
    return () => {
      isCurrent = false;
    };
  }, [token]);
  return verification;
}

function Failed({ message, email }: { message: string; email: string }) {
  return (
    <AuthShell title="Verification failed" heading="Verification failed">
      <Notice type="error">{message}</Notice>
      {email !== '' && <ResendButton email={email} />}
      <p className={styles.below}>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </AuthShell>
  );
}

export function Component() {
  const [params] = useSearchParams();
  const verification = useVerification(params.get('token') ?? '');
  useDelayedRedirect(
    verification.status === 'success'
      ? { to: paths.dashboard, after: REDIRECT_AFTER_VERIFICATION_MS }
      : null,
  );
  switch (verification.status) {
    case 'verifying':
      return (
        <AuthShell title="Verifying" heading="Verifying your email" intro="This takes a moment.">
          <div aria-busy role="status" aria-label="Verifying">
            <Skeleton height="3rem" />
          </div>
        </AuthShell>
      );
    case 'success':
      return (
        <AuthShell title="Email verified" heading="Email verified">
          <Notice type="success">You are signed in. Your dashboard opens in a moment.</Notice>
          {verification.notice && <Notice type="warning">{verification.notice}</Notice>}
          <p className={styles.below}>
            <Link to={paths.dashboard}>Go to the dashboard now</Link>
          </p>
        </AuthShell>
      );
    case 'error':
      return <Failed message={verification.message} email={params.get('email') ?? ''} />;
  }
}

import { Link, useLocation } from 'react-router-dom';

import { AuthShell } from '../../features/auth/components/auth-shell';
import styles from '../../features/auth/components/form.module.css';
import { ResendButton } from '../../features/auth/components/resend-button';
import { paths } from '../../lib/paths';

/** Navigation state is whatever the browser kept: nothing is taken for granted. */
function emailOf(state: unknown): string {
  const isRecord = typeof state === 'object' && state !== null;
  return isRecord && 'email' in state && typeof state.email === 'string' ? state.email : '';
}

export function Component() {
  const email = emailOf(useLocation().state);
  return (
    <AuthShell
      title="Verify your email"
      heading="Verify your email"
      intro={
        <>
          We sent a verification link to <strong>{email || 'your email address'}</strong>. Open it
          to finish signing up. The link expires after 24 hours.
        </>
      }
    >
      <ResendButton email={email} />
      <p className={styles.below}>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </AuthShell>
  );
}

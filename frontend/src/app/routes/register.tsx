import { Link, Navigate } from 'react-router-dom';

import { AuthShell } from '../../features/auth/components/auth-shell';
import styles from '../../features/auth/components/form.module.css';
import { RegisterForm } from '../../features/auth/components/register-form';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';

export function Component() {
  const session = useSession();
  if (session.status === 'signed-in') return <Navigate to={paths.dashboard} replace />;
  return (
    <AuthShell title="Create account" heading="Get Started" intro="Free forever. No credit card.">
      <RegisterForm />
      <p className={styles.below}>
        Already have an account? <Link to={paths.login}>Sign in</Link>
      </p>
    </AuthShell>
  );
}

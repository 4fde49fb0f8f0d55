import { Link, Navigate } from 'react-router-dom';

import { AuthShell } from '../../features/auth/components/auth-shell';
import { RegisterForm } from '../../features/auth/components/register-form';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';

export function Component() {
  const session = useSession();
  if (session.status === 'signed-in') return <Navigate to={paths.dashboard} replace />;
  return (
    <AuthShell
      title="Create account"
      heading="Get Started"
      intro="Free forever. No credit card."
      below={
        <>
          Already have an account? <Link to={paths.login}>Sign in</Link>
        </>
      }
    >
      <RegisterForm />
    </AuthShell>
  );
}

import { Link, Navigate } from 'react-router-dom';

import { AuthShell } from '../../features/auth/components/auth-shell';
import { LoginForm } from '../../features/auth/components/login-form';
import { hasDrafts } from '../../lib/drafts';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';
import { Notice } from '../../ui/notice';

export function Component() {
  const session = useSession();
  if (session.status === 'signed-in') return <Navigate to={paths.dashboard} replace />;
  return (
    <AuthShell
      title="Sign In"
      heading="Welcome back"
      intro="Sign in to your projects and files."
      below={
        <>
          New to Studiolo? <Link to={paths.register}>Create an account</Link>
        </>
      }
    >
      {session.status === 'signed-out' && session.hasEnded && (
        <Notice type="info">
          Your session has ended. Sign in again to go on.
          {hasDrafts() && ' What you typed is kept.'}
        </Notice>
      )}
      <LoginForm />
    </AuthShell>
  );
}

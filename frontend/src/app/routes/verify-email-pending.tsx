import { useEffect } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';

import { offerSignUp } from '../../features/auth/api/own-sign-up';
import { AuthShell } from '../../features/auth/components/auth-shell';
import { ResendButton } from '../../features/auth/components/resend-button';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';

/** The navigation state is parsed, because it may be missing. */
const stateSchema = z.catch(
  z.object({ email: z.string(), attempt: z.catch(z.optional(z.string()), undefined) }),
  { email: '' },
);

export function Component() {
  const { email, attempt } = stateSchema.parse(useLocation().state);
  const session = useSession();
  useEffect(() => offerSignUp({ email, attempt }), [email, attempt]);
  // Another tab has opened the link.
  if (session.status === 'signed-in') return <Navigate to={paths.dashboard} replace />;
  return (
    <AuthShell
      heading="Verify your email"
      intro={
        <>
          We sent a verification link to <strong>{email || 'your email address'}</strong>. Open it
          to finish signing up. The link expires after 24 hours.
        </>
      }
      below={<Link to={paths.login}>Back to login</Link>}
    >
      <ResendButton email={email} attempt={attempt} />
    </AuthShell>
  );
}

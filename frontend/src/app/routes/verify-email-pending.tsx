import { Link, useLocation } from 'react-router-dom';
import { z } from 'zod';

import { AuthShell } from '../../features/auth/components/auth-shell';
import { ResendButton } from '../../features/auth/components/resend-button';
import { paths } from '../../lib/paths';

/** The navigation state is parsed, because it may be missing. */
const stateSchema = z
  .object({ email: z.string(), attempt: z.string().optional().catch(undefined) })
  .catch({ email: '' });

export function Component() {
  const { email, attempt } = stateSchema.parse(useLocation().state);
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

import { linkGoogleOperation } from '@studiolo/contracts';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';

import { AuthShell } from '../../features/auth/components/auth-shell';
import { call } from '../../lib/api/client';
import { describeError } from '../../lib/api/errors';
import { paths } from '../../lib/paths';
import { signIn } from '../../lib/session/session';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';

/** Opened from a mail. Only the press of the button links, because scanners of mail open links, too. */
export function Component() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const link = async () => {
    setIsBusy(true);
    try {
      const body = { token: params.get('token') ?? '' };
      const { token, user } = await call(linkGoogleOperation, { body });
      signIn(token, user);
      await navigate(paths.dashboard, { replace: true });
    } catch (error) {
      setIsBusy(false);
      setProblem(describeError(error, 'Failed to link the Google account'));
    }
  };
  return (
    <AuthShell
      title="Link Google account"
      heading="Link your Google account?"
      intro="From then on you sign in with Google, and your password works no more. If you did not sign in with Google just now, leave this page."
      below={<Link to={paths.login}>Back to login</Link>}
    >
      {problem && <Banner type="error">{problem}</Banner>}
      <Button variant="primary" isWide isBusy={isBusy} onClick={() => void link()}>
        Link Google account
      </Button>
    </AuthShell>
  );
}

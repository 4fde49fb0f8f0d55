import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

import { paths } from '../lib/paths';

/** Fetches the code of the pages that others lead to by themselves. */
const fetchPage = {
  [paths.login]: () => import('./routes/login'),
  [paths.dashboard]: () =>
    Promise.all([import('./layout/app-layout'), import('./routes/dashboard')]),
};

interface Redirect {
  to: keyof typeof fetchPage;
  /** Milliseconds. */
  after: number;
}

/** Opens another page a given time after the redirect is first set, and fetches it meanwhile; does nothing while it is null. */
export function useDelayedRedirect(redirect: Redirect | null): void {
  const navigate = useNavigate();
  const to = redirect?.to;
  const after = redirect?.after;
  useEffect(() => {
    if (to === undefined) return;
    // The router handles a failure, because its own import then fails, too.
    fetchPage[to]().catch(() => undefined);
    const timer = setTimeout(() => void navigate(to, { replace: true }), after);
    return () => clearTimeout(timer);
  }, [navigate, to, after]);
}

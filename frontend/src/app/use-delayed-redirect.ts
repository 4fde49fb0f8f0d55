import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

import { fetchAhead } from './pages';

interface Redirect {
  to: string;
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
    fetchAhead(to);
    const timer = setTimeout(() => void navigate(to, { replace: true }), after);
    return () => clearTimeout(timer);
  }, [navigate, to, after]);
}

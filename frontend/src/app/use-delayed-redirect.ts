import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

import { prefetchPage } from './prefetch';

/** Opens another page after so many milliseconds, and fetches it meanwhile; does nothing while there is none. */
export function useDelayedRedirect(to: string | null, after: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (to === null) return;
    prefetchPage(to);
    const timer = setTimeout(() => void navigate(to, { replace: true }), after);
    return () => clearTimeout(timer);
  }, [navigate, to, after]);
}

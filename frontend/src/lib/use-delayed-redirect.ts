import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

interface Redirect {
  to: string;
  /** Milliseconds. */
  after: number;
}

/** Goes to another page some time after the redirect is first given; null waits. */
export function useDelayedRedirect(redirect: Redirect | null): void {
  const navigate = useNavigate();
  const to = redirect?.to;
  const after = redirect?.after;
  useEffect(() => {
    if (to === undefined) return;
    const timer = setTimeout(() => void navigate(to, { replace: true }), after);
    return () => {
      clearTimeout(timer);
    };
  }, [navigate, to, after]);
}

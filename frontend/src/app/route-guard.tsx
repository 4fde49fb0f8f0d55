import { Navigate, Outlet } from 'react-router-dom';

import { paths } from '../lib/paths';
import { useSession } from '../lib/session/session';

/** Sends guests to /login. The session is read before the first render, until which the document shows a spinner. */
export function RouteGuard() {
  const { status } = useSession();
  return status === 'signed-in' ? <Outlet /> : <Navigate to={paths.login} replace />;
}

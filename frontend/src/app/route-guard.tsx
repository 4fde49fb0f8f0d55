import { Navigate, Outlet } from 'react-router-dom';

import { paths } from '../lib/paths';
import { useSession } from '../lib/session/session';

/** Leaves for /login when the session ends; `requireSession` lets nobody in without one. */
export function RouteGuard() {
  const { status } = useSession();
  return status === 'signed-in' ? <Outlet /> : <Navigate to={paths.login} replace />;
}

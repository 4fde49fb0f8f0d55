import { Navigate, Outlet } from 'react-router-dom';

import { paths } from '../lib/paths';
import { useSession } from '../lib/session';

export function RouteGuard() {
  const { status } = useSession();
  return status === 'signed-in' ? <Outlet /> : <Navigate to={paths.login} replace />;
}

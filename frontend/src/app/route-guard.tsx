import { Navigate, Outlet } from 'react-router-dom';

import { paths } from '../lib/paths';
import { useSession } from '../lib/session';

/** The spinner of a session that loads is the document's: the session is read before the first render. */
export function RouteGuard() {
  const { status } = useSession();
  return status === 'signed-in' ? <Outlet /> : <Navigate to={paths.login} replace />;
}

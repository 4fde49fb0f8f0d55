import { Navigate, Outlet } from 'react-router-dom';

import { paths } from '../lib/paths';
import { useSession } from '../lib/session';
import { PageSpinner } from '../ui/page-spinner';

export function RouteGuard() {
  const session = useSession();
  switch (session.status) {
    case 'loading':
      return <PageSpinner />;
    case 'signed-out':
      return <Navigate to={paths.login} replace />;
    case 'signed-in':
      return <Outlet />;
  }
}

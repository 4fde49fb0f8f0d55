import { useEffect } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';

import { useTitle } from '../lib/navigation/use-title';
import { Button } from '../ui/button';
import styles from './route-error.module.css';

/** Shown for a page that cannot be loaded or rendered, inside the layout if there is one. */
export function RouteError() {
  const error = useRouteError();
  const location = useLocation();
  const navigate = useNavigate();
  useTitle('Something went wrong');
  useEffect(() => {
    console.error('Page error', error);
  }, [error]);
  const again = () => {
    // A reload mends more, but without a connection it would lose the application that is already here.
    if (navigator.onLine) window.location.reload();
    else void navigate(location, { replace: true });
  };
  return (
    <div className={styles.error}>
      <h1>This page could not be shown</h1>
      <p>Check your connection and load it again. Nothing you saved is lost.</p>
      <Button variant="primary" onClick={again}>
        Load again
      </Button>
    </div>
  );
}

export function AppError() {
  return (
    <main id="main" tabIndex={-1}>
      <RouteError />
    </main>
  );
}

import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';

import { paths } from '../lib/paths';
import { useTitle } from '../lib/use-title';
import { Button } from '../ui/button';
import { buttonClass } from '../ui/button-style';
import styles from './route-error.module.css';

/** Shown for a page that cannot be loaded or rendered. Its plain links reload the application. */
export function RouteError() {
  const error = useRouteError();
  useTitle('Something went wrong');
  useEffect(() => {
    console.error('Page error', error);
  }, [error]);
  return (
    <main id="main" tabIndex={-1} className={styles.error}>
      <h1>This page could not be shown</h1>
      <p>Check your connection and load it again. Nothing you saved is lost.</p>
      <div className={styles.actions}>
        <Button
          variant="primary"
          onClick={() => {
            window.location.reload();
          }}
        >
          Load again
        </Button>
        <a href={paths.landing} className={buttonClass({})}>
          Go to the start page
        </a>
      </div>
    </main>
  );
}

import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';

import { followOtherTabs, restoreSession } from '../lib/session';
import styles from './root.module.css';
import { ToastHost } from './toast-host';

/** After a change of page, readers and keys start at its content; the first page is left to the browser. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById('main');
    // Something inside, such as the search, may have taken it already.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
}

export function Root() {
  const navigation = useNavigation();
  useFocusOnNewPage();
  useLayoutEffect(() => {
    restoreSession();
    return followOtherTabs();
  }, []);
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      {navigation.state !== 'idle' && <div className={styles.progress} aria-hidden />}
      <Outlet />
      <ToastHost />
      <ScrollRestoration />
    </>
  );
}

import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';

import { scrollKeyOf } from '../lib/projects/list-address';
import { useWindowEvent } from '../lib/state/use-window-event';
import { Toaster } from '../ui/toaster';
import { usePrefetchOnIntent } from './prefetch';
import styles from './root.module.css';

/** Focuses the content after a change of page, for screen readers and keys; the first page is left as it is. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById('main');
    // The page may have focused something itself, such as the search.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Ctrl or ⌘ with Enter sends the form, also from a field of several lines. */
function useCtrlEnter(): void {
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    const form = event.target instanceof Element ? event.target.closest('form') : null;
    if (!form) return;
    event.preventDefault();
    form.requestSubmit();
  });
}

export function Root() {
  const navigation = useNavigation();
  useFocusOnNewPage();
  useCtrlEnter();
  usePrefetchOnIntent();
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      {navigation.state !== 'idle' && <div className={styles.progress} aria-hidden />}
      <Outlet />
      <Toaster />
      <ScrollRestoration getKey={scrollKeyOf} />
    </>
  );
}

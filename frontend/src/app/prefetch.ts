import { useEffect, useRef } from 'react';
import { type LoaderFunction, matchRoutes, type RouteObject } from 'react-router-dom';

import { useWindowEvent } from '../lib/state/use-window-event';
import { appLayout, protectedPages, publicPages } from './pages';

/** A pointer or focus that stays on a link for this long, in milliseconds, means it. */
const INTENT_MS = 80;

const routes: RouteObject[] = [...publicPages, { ...appLayout, children: [...protectedPages] }];

/** Starts to fetch the code and the data of a page that will probably be opened. */
export function prefetchPage(to: string): void {
  // Browsers remember an import that has failed.
  if (!navigator.onLine) return;
  const url = new URL(to, window.location.href);
  for (const { route, params } of matchRoutes(routes, url) ?? []) {
    // The router handles a failure, because its own import then fails, too.
    if (typeof route.lazy === 'function') route.lazy().catch(() => undefined);
    const loader = route.loader as LoaderFunction | undefined;
    const args = { params, request: new Request(url), context: undefined } as never;
    void Promise.resolve(loader?.(args)).catch(() => undefined);
  }
}

/** The page that a link leads to, unless it is the one that is open. */
function pageOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  const isOther =
    link?.origin === window.location.origin && link.pathname !== window.location.pathname;
  return isOther ? link.href : undefined;
}

/** Prefetches the page of the link on which the pointer or the focus rests. */
export function usePrefetchOnIntent(): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onIntent = ({ target }: Event) => {
    clearTimeout(timer.current);
    const page = pageOf(target);
    if (page !== undefined) timer.current = setTimeout(() => prefetchPage(page), INTENT_MS);
  };
  useWindowEvent('pointerover', onIntent);
  useWindowEvent('focusin', onIntent);
  useEffect(() => () => clearTimeout(timer.current), []);
}

import { createBrowserRouter, Navigate, redirect, type RouteObject } from 'react-router-dom';

import { paths } from '../lib/paths';
import { isSignedIn } from '../lib/session/session';
import { appLayout, protectedPages, publicPages } from './pages';
import { Root } from './root';
import { AppError, RouteError } from './route-error';
import { RouteGuard } from './route-guard';

/** Sends guests to /login before the code or the data of a page is asked for. */
function requireSession() {
  return isSignedIn() ? null : redirect(paths.login);
}

/** A change of search, filter or open file is the page's own: its queries follow the address. */
const withOwnSearch = (route: RouteObject): RouteObject => ({
  ...route,
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
});

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <AppError />,
    // The document shows something until the first page is there (`start-app.tsx`).
    HydrateFallback: () => null,
    children: [
      ...publicPages,
      {
        loader: requireSession,
        element: <RouteGuard />,
        children: [
          {
            ...appLayout,
            // Inside the layout, so that a page that fails leaves the layout and its menu.
            children: [
              { errorElement: <RouteError />, children: protectedPages.map(withOwnSearch) },
            ],
          },
        ],
      },
      { path: '*', element: <Navigate to={paths.landing} replace /> },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}

import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';

import { paths } from '../lib/paths';
import { PageSpinner } from '../ui/page-spinner';
import { loadAppLayout, protectedPages, publicPages } from './pages';
import { Root } from './root';
import { AppError, RouteError } from './route-error';
import { RouteGuard } from './route-guard';

const routesOf = (pages: Record<string, NonNullable<RouteObject['lazy']>>): RouteObject[] =>
  Object.entries(pages).map(([path, lazy]) => ({ path, lazy }));

const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <AppError />,
    HydrateFallback: PageSpinner,
    children: [
      ...routesOf(publicPages),
      {
        element: <RouteGuard />,
        children: [
          {
            lazy: loadAppLayout,
            // Inside the layout, so that a page that fails leaves the layout and its menu.
            children: [{ errorElement: <RouteError />, children: routesOf(protectedPages) }],
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

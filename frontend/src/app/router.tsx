import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';

import { paths } from '../lib/paths';
import { PageSpinner } from '../ui/page-spinner';
import { loadAppLayout, protectedPages, publicPages } from './pages';
import { Root } from './root';
import { RouteError } from './route-error';
import { RouteGuard } from './route-guard';

const routesOf = (pages: Record<string, NonNullable<RouteObject['lazy']>>): RouteObject[] =>
  Object.entries(pages).map(([path, lazy]) => ({ path, lazy }));

const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    HydrateFallback: PageSpinner,
    children: [
      ...routesOf(publicPages),
      {
        element: <RouteGuard />,
        children: [{ lazy: loadAppLayout, children: routesOf(protectedPages) }],
      },
      { path: '*', element: <Navigate to={paths.landing} replace /> },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}

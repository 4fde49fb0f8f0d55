import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';

import { paths } from '../lib/paths';
import { PageSpinner } from '../ui/page-spinner';
import { Root } from './root';
import { RouteError } from './route-error';
import { RouteGuard } from './route-guard';

const landing = () => import('./routes/landing');

/** Every page is a chunk of its own; a module of `routes` exports it as `Component`. */
const publicRoutes: RouteObject[] = [
  { path: paths.landing, lazy: landing },
  { path: paths.home, lazy: landing },
  { path: paths.login, lazy: () => import('./routes/login') },
  { path: paths.register, lazy: () => import('./routes/register') },
  { path: paths.forgotPassword, lazy: () => import('./routes/forgot-password') },
  { path: paths.resetPassword, lazy: () => import('./routes/reset-password') },
  { path: paths.verifyEmail, lazy: () => import('./routes/verify-email') },
  { path: paths.verifyEmailPending, lazy: () => import('./routes/verify-email-pending') },
  { path: paths.googleCallback, lazy: () => import('./routes/google-callback') },
];

const protectedRoutes: RouteObject[] = [
  { path: paths.dashboard, lazy: () => import('./routes/dashboard') },
  { path: paths.projects, lazy: () => import('./routes/projects') },
  { path: paths.newProject, lazy: () => import('./routes/new-project') },
  { path: paths.projectPattern, lazy: () => import('./routes/project') },
  { path: paths.storage, lazy: () => import('./routes/storage') },
  { path: paths.studio, lazy: () => import('./routes/studio') },
  { path: paths.profile, lazy: () => import('./routes/profile') },
];

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    HydrateFallback: PageSpinner,
    children: [
      ...publicRoutes,
      {
        element: <RouteGuard />,
        children: [{ lazy: () => import('./layout/app-layout'), children: protectedRoutes }],
      },
      { path: '*', element: <Navigate to={paths.landing} replace /> },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}

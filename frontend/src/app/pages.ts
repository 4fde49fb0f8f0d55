import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';

import { paths } from '../lib/paths';
import type * as loaders from './loaders';

const landing = () => import('./routes/landing');

/** The pages, each a chunk of its own. A module in `routes` exports its page as `Component`. */
export const publicPages = [
  { path: paths.landing, lazy: landing },
  { path: paths.home, lazy: landing },
  { path: paths.login, lazy: () => import('./routes/login') },
  { path: paths.register, lazy: () => import('./routes/register') },
  { path: paths.forgotPassword, lazy: () => import('./routes/forgot-password') },
  { path: paths.resetPassword, lazy: () => import('./routes/reset-password') },
  { path: paths.undoEmailChange, lazy: () => import('./routes/undo-email-change') },
  { path: paths.verifyEmail, lazy: () => import('./routes/verify-email') },
  { path: paths.verifyEmailPending, lazy: () => import('./routes/verify-email-pending') },
  { path: paths.googleCallback, lazy: () => import('./routes/google-callback') },
  { path: paths.linkGoogle, lazy: () => import('./routes/link-google') },
] satisfies RouteObject[];

/** Runs beside `lazy`: data and code are on their way together. Guests need no code that reads data. */
const reading = (loader: keyof typeof loaders) => async (args: LoaderFunctionArgs) =>
  (await import('./loaders'))[loader](args);

export const protectedPages = [
  {
    path: paths.dashboard,
    loader: reading('loadDashboard'),
    lazy: () => import('./routes/dashboard'),
  },
  {
    path: paths.projects,
    loader: reading('loadProjects'),
    lazy: () => import('./routes/projects'),
  },
  { path: paths.newProject, lazy: () => import('./routes/new-project') },
  {
    path: paths.projectPattern,
    loader: reading('loadProject'),
    lazy: () => import('./routes/project'),
  },
  { path: paths.storage, loader: reading('loadStorage'), lazy: () => import('./routes/storage') },
  { path: paths.studio, lazy: () => import('./routes/studio') },
  { path: paths.profile, loader: reading('loadProfile'), lazy: () => import('./routes/profile') },
] satisfies RouteObject[];

export const appLayout = { lazy: () => import('./layout/app-layout') } satisfies RouteObject;

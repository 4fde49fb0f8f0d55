import { paths } from '../lib/paths';

/** The pages, each a chunk of its own; a module of `routes` exports its page as `Component`. */
export const publicPages = {
  [paths.landing]: () => import('./routes/landing'),
  [paths.home]: () => import('./routes/landing'),
  [paths.login]: () => import('./routes/login'),
  [paths.register]: () => import('./routes/register'),
  [paths.forgotPassword]: () => import('./routes/forgot-password'),
  [paths.resetPassword]: () => import('./routes/reset-password'),
  [paths.verifyEmail]: () => import('./routes/verify-email'),
  [paths.verifyEmailPending]: () => import('./routes/verify-email-pending'),
  [paths.googleCallback]: () => import('./routes/google-callback'),
};

export const protectedPages = {
  [paths.dashboard]: () => import('./routes/dashboard'),
  [paths.projects]: () => import('./routes/projects'),
  [paths.newProject]: () => import('./routes/new-project'),
  [paths.projectPattern]: () => import('./routes/project'),
  [paths.storage]: () => import('./routes/storage'),
  [paths.studio]: () => import('./routes/studio'),
  [paths.profile]: () => import('./routes/profile'),
};

export const loadAppLayout = () => import('./layout/app-layout');

/** Starts fetching the page of an address beside the router, which would ask for it one round trip later. */
export function fetchAhead(pathname: string): void {
  const publicPage = Object.entries(publicPages).find(([path]) => path === pathname)?.[1];
  const protectedPage = Object.entries(protectedPages).find(([path]) => path === pathname)?.[1];
  // A failure shows again, and is handled, when the router asks.
  if (publicPage) publicPage().catch(() => undefined);
  if (!protectedPage) return;
  protectedPage().catch(() => undefined);
  loadAppLayout().catch(() => undefined);
}

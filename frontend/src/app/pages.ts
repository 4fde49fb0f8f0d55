import { paths } from '../lib/paths';

/** The pages, each a chunk of its own. A module in `routes` exports its page as `Component`. */
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

/** The page that the router will ask for; the first that matches. */
export function pageAt(pathname: string) {
  const matches = ([path]: [string, unknown]) =>
    new RegExp(`^${path.replace(/:\w+/, '[^/]+')}/?$`).test(pathname);
  return {
    publicPage: Object.entries(publicPages).find(matches)?.[1],
    protectedPage: Object.entries(protectedPages).find(matches)?.[1],
  };
}

/** Starts to fetch the page of an address before the router does. */
export function fetchAhead(pathname: string): void {
  const { publicPage, protectedPage } = pageAt(pathname);
  // The router handles a failure, because its own import then fails, too.
  if (publicPage) publicPage().catch(() => undefined);
  if (!protectedPage) return;
  protectedPage().catch(() => undefined);
  loadAppLayout().catch(() => undefined);
}

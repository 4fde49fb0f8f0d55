import { previewKind } from '../features/files/preview-kind';
import type { Project } from '../lib/api/answers';
import { inOrder } from '../lib/files/in-order';
import { paths } from '../lib/paths';

/** The pages, each a chunk of its own. A module in `routes` exports its page as `Component`. */
export const publicPages = {
  [paths.landing]: () => import('./routes/landing'),
  [paths.home]: () => import('./routes/landing'),
  [paths.login]: () => import('./routes/login'),
  [paths.register]: () => import('./routes/register'),
  [paths.forgotPassword]: () => import('./routes/forgot-password'),
  [paths.resetPassword]: () => import('./routes/reset-password'),
  [paths.undoEmailChange]: () => import('./routes/undo-email-change'),
  [paths.verifyEmail]: () => import('./routes/verify-email'),
  [paths.verifyEmailPending]: () => import('./routes/verify-email-pending'),
  [paths.googleCallback]: () => import('./routes/google-callback'),
  [paths.linkGoogle]: () => import('./routes/link-google'),
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

const hasPath = (pathname: string, path: string) =>
  new RegExp(`^${path.replace(/:\w+/, '[^/]+')}/?$`).test(pathname);

/** The page that the router will ask for; the first that matches. */
export function pageAt(pathname: string) {
  const matches = ([path]: [string, unknown]) => hasPath(pathname, path);
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

/** What the queries of the page at an address ask the API for when it opens. */
export function firstReads({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string[] {
  if (hasPath(pathname, paths.dashboard))
    return ['/api/projects/summary', '/api/storage/usage', '/api/projects?limit=5'];
  if (hasPath(pathname, paths.projects) && search === '')
    return ['/api/projects/summary', '/api/projects?limit=100'];
  if (hasPath(pathname, paths.storage)) return ['/api/storage/usage'];
  if (pageAt(pathname).protectedPage === protectedPages[paths.projectPattern])
    return [`/api${pathname}`, '/api/storage/usage'];
  return [];
}

/** The first screen of a phone shows this many pictures of a project. */
const FIRST_PICTURES = 4;
/** Larger pictures take so long that it does not matter when they begin. */
const FIRST_PICTURE_MAX_BYTES = 1024 * 1024;

/** What the page of a project asks for once it has the answer to its first read: the pictures that it shows first. */
export function firstPictures(answer: unknown): string[] {
  const { project } = answer as { project?: Project };
  return inOrder(project?.files ?? [])
    .slice(0, FIRST_PICTURES)
    .filter(({ content_type: type }) => previewKind(type) === 'image')
    .filter(({ size }) => size <= FIRST_PICTURE_MAX_BYTES)
    .map(({ filename }) => `/api/download/${project?.id}/${encodeURIComponent(filename)}`);
}

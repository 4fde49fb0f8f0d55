/** Names the file of a project that the viewer shows. */
export const FILE_PARAM = 'file';

/** Every address of the application. Links and redirects are built only here. */
export const paths = {
  landing: '/',
  home: '/home',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  undoEmailChange: '/undo-email-change',
  verifyEmail: '/verify-email',
  verifyEmailPending: '/verify-email-pending',
  googleCallback: '/auth/google/callback',
  linkGoogle: '/link-google',
  dashboard: '/dashboard',
  projects: '/projects',
  newProject: '/projects/new',
  project: (id: string) => `/projects/${encodeURIComponent(id)}`,
  file: (projectId: string, filename: string) =>
    `${paths.project(projectId)}?${new URLSearchParams({ [FILE_PARAM]: filename }).toString()}`,
  projectPattern: '/projects/:id',
  storage: '/storage',
  studio: '/studio',
  profile: '/profile',
} as const;

/** Whether only who is signed in may see the page. */
export function isPrivate(pathname: string): boolean {
  const areas = [paths.dashboard, paths.projects, paths.storage, paths.studio, paths.profile];
  return areas.some((area) => pathname === area || pathname.startsWith(`${area}/`));
}

export const GOOGLE_SECURITY_URL = 'https://myaccount.google.com/security';

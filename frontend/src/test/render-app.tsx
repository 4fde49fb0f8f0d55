import type { User } from '@studiolo/contracts';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { RouterProvider } from 'react-router-dom';

import { appLayout, protectedPages, publicPages } from '../app/pages';
import { createRouter } from '../app/router';
import { restoreSession } from '../lib/session/session';

export const testUser: User = {
  id: '01930000-0000-7000-8000-000000000001',
  name: 'Ada Lens',
  email: 'ada@example.com',
  email_verified: true,
  oauth_provider: null,
  google_id: null,
  created_at: '2026-01-02T03:04:05.000Z',
  last_login: '2026-11-20T08:00:00.000Z',
};

/** The answer to what signs in. */
export const signedIn = { success: true, token: 'fresh', user: testUser, message: 'ok' };

export function storeSession(user: User = testUser, token = 'test-token'): void {
  localStorage.setItem('token', token);
  localStorage.setItem('user', JSON.stringify(user));
}

/** Loads all pages before the first test, so that none waits for a lazy one. */
beforeAll(async () => {
  const pages = [appLayout, ...publicPages, ...protectedPages];
  await Promise.all(pages.map(({ lazy }) => lazy()));
});

let stopRouter = () => undefined as void;

/** Renders the whole application at an address, as main.tsx does. */
export function renderApp(path: string, navigationState: unknown = null) {
  stopRouter();
  // The router's format for navigation state in the browser's history.
  window.history.replaceState({ usr: navigationState, key: 'test', idx: 0 }, '', path);
  // Replaces the session state of the previous test.
  restoreSession();
  const router = createRouter();
  stopRouter = () => router.dispose();
  const user = userEvent.setup();
  const view = render(<RouterProvider router={router} />);
  return { ...view, user, pathname: () => router.state.location.pathname, router };
}

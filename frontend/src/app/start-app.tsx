import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';

import { restoreSession } from '../lib/session/session';
import { createRouter } from './router';

export function start(container: HTMLElement): void {
  // Before the first render, in which the route guard sends whoever is not signed in to /login.
  restoreSession();
  // A transition is drawn in slices, so that the page answers meanwhile.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <RouterProvider router={createRouter()} />
      </StrictMode>,
    ),
  );
}

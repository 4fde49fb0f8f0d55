import { type PropsWithChildren, startTransition, StrictMode, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';

import { followOtherTabs, restoreSession } from '../lib/session/session';
import { createRouter } from './router';

type Router = ReturnType<typeof createRouter>;

const { dataset } = document.documentElement;

/** Resolves when the code of the first page is there, or has failed to load. */
function initialized(router: Router): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = router.subscribe((state) => {
      if (!state.initialized) return;
      stop();
      resolve();
    });
  });
}

/** Presses again what was pressed in the written page while nothing could answer. */
function Started({ children }: PropsWithChildren) {
  useLayoutEffect(() => {
    delete dataset.writtenFor;
    const pressed = document.querySelector<HTMLElement>('[data-pressed]');
    if (!pressed) return;
    delete pressed.dataset.pressed;
    pressed.click();
  }, []);
  return children;
}

/**
 * Shows the first page. Until then the document shows what the build wrote into it (`public/written-page.js`), or the
 * spinner. React takes over a page of guests with what was typed into it; one of users lacks their data and is replaced.
 */
export async function start(container: HTMLElement): Promise<void> {
  // Before the first render, in which the route guard sends whoever is not signed in to /login.
  restoreSession();
  followOtherTabs();
  if ('waits' in dataset) {
    container.replaceChildren();
    delete dataset.waits;
  }
  const { pathname } = window.location;
  const router = createRouter();
  await initialized(router);
  const isWritten = container.hasChildNodes() && dataset.writtenFor === 'guest';
  const isSamePage = router.state.location.pathname === pathname && !router.state.errors;
  const page = (
    <StrictMode>
      <Started>
        <RouterProvider router={router} />
      </Started>
    </StrictMode>
  );
  if (isWritten && isSamePage) hydrateRoot(container, page);
  // A transition is drawn in slices, so that the page answers meanwhile.
  else startTransition(() => createRoot(container).render(page));
}

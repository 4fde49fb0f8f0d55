import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { LandingPage } from '../features/landing/landing-page';
import { PlainLink } from '../features/landing/plain-link';

/** Renders the landing page without the application, which its links load. */
export function start(container: HTMLElement): void {
  createRoot(container).render(
    <StrictMode>
      <LandingPage LinkAs={PlainLink} />
    </StrictMode>,
  );
}

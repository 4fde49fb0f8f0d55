import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { LandingPage } from '../features/landing/landing-page';
import { PlainLink } from '../features/landing/plain-link';

/** The landing page alone: its links load the application. */
export function start(container: HTMLElement): void {
  createRoot(container).render(
    <StrictMode>
      <LandingPage LinkAs={PlainLink} />
    </StrictMode>,
  );
}

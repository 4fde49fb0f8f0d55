// The landing page as a document of its own: a first visit loads no application, which the page's links load.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { container } from './document';
import { LandingPage } from './features/landing/landing-page';

createRoot(container).render(
  <StrictMode>
    <LandingPage />
  </StrictMode>,
);

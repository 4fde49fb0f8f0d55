// The landing page in development. The build leaves this script out and writes what it renders into the document
// (`build-tools/static-landing.ts`).
import { createRoot } from 'react-dom/client';

import { container } from './document';
import { LandingPage } from './features/landing/landing-page';

createRoot(container).render(<LandingPage />);

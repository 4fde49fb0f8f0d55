// What the build writes into the document of the landing page.
import { renderToStaticMarkup } from 'react-dom/server';

import { LandingPage } from './features/landing/landing-page';

export const html = renderToStaticMarkup(<LandingPage />);

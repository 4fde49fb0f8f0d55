import './lib/zod-without-eval';

import { fetchAhead } from './app/pages';
import { reloadOnStaleChunk } from './app/stale-chunk';
import { container } from './document';

reloadOnStaleChunk();
// The page loads beside the application, not after it.
fetchAhead(window.location.pathname);
const { start } = await import('./app/start-app');
start(container);

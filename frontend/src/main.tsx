import './lib/api/zod-without-eval';

import { fetchAhead, firstPictures, firstReads } from './app/pages';
import { reloadOnStaleChunk } from './app/stale-chunk';
import { container } from './document';
import { readEarly } from './lib/api/early-answers';

reloadOnStaleChunk();
// The page and its data load beside the application, not after it.
readEarly(firstReads(window.location), firstPictures);
fetchAhead(window.location.pathname);
const { start } = await import('./app/start-app');
start(container);

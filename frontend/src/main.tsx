import { keepOfflinePage } from './app/offline-page';
import { reloadOnStaleChunk } from './app/stale-chunk';
import { start } from './app/start-app';
import { container } from './document';

reloadOnStaleChunk();
void start(container);
// The development server builds no worker.
if (import.meta.env.PROD) void keepOfflinePage();

import './lib/api/zod-without-eval';

import { reloadOnStaleChunk } from './app/stale-chunk';
import { start } from './app/start-app';
import { container } from './document';

reloadOnStaleChunk();
start(container);

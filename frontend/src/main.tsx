import './lib/zod-without-eval';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/newsreader/wght.css';
import '@fontsource/ibm-plex-mono/latin-500.css';
import './styles/tokens.css';
import './styles/base.css';

import { keepOfflinePage } from './app/offline-page';
import { fetchAhead } from './app/pages';
import { reloadOnStaleChunk } from './app/stale-chunk';
import { paths } from './lib/paths';

reloadOnStaleChunk();
if (import.meta.env.PROD) keepOfflinePage();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

// A table, because the minifier would merge two imports in a condition into one, which preloads the files of only one.
const starts = {
  landing: () => import('./app/start-landing'),
  app: () => import('./app/start-app'),
};

// A first visit to the landing page loads neither the router nor anything behind it.
const { pathname } = window.location;
const isLanding = [paths.landing, paths.home].some((path) => path === pathname);
if (!isLanding) fetchAhead(pathname);
const { start } = await starts[isLanding ? 'landing' : 'app']();
start(container);

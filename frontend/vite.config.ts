import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

import { apiAddress } from './build-tools/api-address.ts';
import { installable } from './build-tools/installable.ts';
import { loadBudget } from './build-tools/load-budget.ts';
import { subsetFonts } from './build-tools/subset-fonts.ts';
import { USER_PAGE_MODULES, writtenPages } from './build-tools/written-pages.ts';

const APP = '/index.html';

/** The server of the pages chooses the document by the path (`infra/web`, `infra/docker/nginx`). */
const written = [
  { name: 'landing', path: '/', visitor: 'everybody' },
  { name: 'login', path: '/login', visitor: 'guest' },
  { name: 'register', path: '/register', visitor: 'guest' },
  { name: 'forgot-password', path: '/forgot-password', visitor: 'guest' },
  { name: 'dashboard', path: '/dashboard', visitor: 'user' },
  { name: 'projects', path: '/projects', visitor: 'user' },
  { name: 'project', path: '/projects/0', visitor: 'user' },
  { name: 'storage', path: '/storage', visitor: 'user' },
] as const;

/** Little more than what the pages load now until they answer; written ones are seen before all of it. */
const pages = [
  { page: 'landing page', modules: ['src/landing-controls.ts'], maxBytes: 5_000 },
  { page: 'login', modules: [APP, 'src/app/routes/login.tsx'], maxBytes: 118_500 },
  {
    page: 'dashboard',
    modules: [APP, ...USER_PAGE_MODULES, 'src/app/routes/dashboard.tsx'],
    maxBytes: 165_500,
  },
  {
    page: 'project',
    modules: [APP, ...USER_PAGE_MODULES, 'src/app/routes/project.tsx'],
    maxBytes: 190_000,
  },
];
const later = { maxBytes: 60_000, except: ['pdf'] };

/** What it takes to call the API, and what only the pages of users need besides. The bundler decides the rest. */
const groups = [
  { name: 'zod', test: /node_modules\/zod\//, minShareCount: 3 },
  { name: 'query', test: /node_modules\/@tanstack\/(query-core|react-query)\//, minShareCount: 3 },
];

export default defineConfig({
  plugins: [
    react(),
    subsetFonts(),
    apiAddress(process.env.API_URL),
    writtenPages(written),
    loadBudget(pages, later),
    installable(),
  ],
  resolve: { conditions: ['workspace-source', ...defaultClientConditions] },
  // The content policy of the static server allows scripts and fonts only from files, not inlined.
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // A browser that preloads no modules requests them a little later.
    modulePreload: { polyfill: false },
    sourcemap: true,
    rolldownOptions: {
      input: ['index.html', 'src/landing-controls.ts', 'offline.html'],
      output: { codeSplitting: { includeDependenciesRecursively: false, groups } },
    },
  },
  server: { port: 5173, strictPort: true },
  preview: { port: 5173, strictPort: true },
});

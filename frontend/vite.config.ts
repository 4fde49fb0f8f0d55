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
  { page: 'login', modules: [APP, 'src/app/routes/login.tsx'], maxBytes: 115_000 },
  { page: 'register', modules: [APP, 'src/app/routes/register.tsx'], maxBytes: 154_000 },
  { page: 'verify-email', modules: [APP, 'src/app/routes/verify-email.tsx'], maxBytes: 139_500 },
  {
    page: 'dashboard',
    modules: [APP, ...USER_PAGE_MODULES, 'src/app/routes/dashboard.tsx'],
    maxBytes: 159_000,
  },
  {
    page: 'project',
    modules: [APP, ...USER_PAGE_MODULES, 'src/app/routes/project.tsx'],
    maxBytes: 185_000,
  },
];
const later = { maxBytes: 60_000, except: ['pdf'] };

/**
 * Each group is one file: the modules that match and all that they import, without what a group above has. Alone, the bundler
 * writes a file for each set of pages that share something. `guests` names what other guests' pages share with users', too:
 * otherwise it would be in `users`, and they would load all of that.
 */
const groups = [
  { name: 'landing-controls', test: /src\/landing-controls\.ts$/ },
  { name: 'app', test: /src\/main\.tsx$/ },
  {
    name: 'guests',
    test: /src\/(app\/routes\/login|ui\/(link-button|skeleton|status-badge)|lib\/format)\.tsx?$/,
  },
  { name: 'api', test: /\/libs\/contracts\/src\/|src\/lib\/api\/client\.ts$/ },
  { name: 'users', test: /src\/app\/(layout\/app-layout|loaders|routes\/dashboard)\.tsx?$/ },
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
      output: { codeSplitting: { groups } },
    },
  },
  server: { port: 5173, strictPort: true },
  preview: { port: 5173, strictPort: true },
});

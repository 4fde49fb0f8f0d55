import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

import { apiAddress } from './build-tools/api-address.ts';
import { installable } from './build-tools/installable.ts';
import { loadBudget } from './build-tools/load-budget.ts';
import { filesByPages, type Page } from './build-tools/page-files.ts';
import { subsetFonts } from './build-tools/subset-fonts.ts';
import { USER_PAGE_MODULES, writtenPages } from './build-tools/written-pages.ts';

const APP = 'src/main.tsx';

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

const guestPage = (name: string) => [APP, `src/app/routes/${name}.tsx`];
const userPage = (name: string) => [...guestPage(name), ...USER_PAGE_MODULES];

/** Little more than what the pages load now until they answer; written ones are seen before all of it. */
const pages = [
  { page: 'landing', modules: ['src/landing-controls.ts'], maxBytes: 5_000 },
  { page: 'login', modules: guestPage('login'), maxBytes: 117_000 },
  { page: 'dashboard', modules: userPage('dashboard'), maxBytes: 159_500 },
  { page: 'project', modules: userPage('project'), maxBytes: 178_500 },
];
const later = { maxBytes: 60_000, except: ['pdf'] };

/** The modules in `src/app/routes`. A page that is missing here works, but in more files. */
const guests = [
  'landing',
  'login',
  'register',
  'forgot-password',
  'reset-password',
  'verify-email',
  'verify-email-pending',
  'google-callback',
  'link-google',
  'undo-email-change',
];
const users = ['dashboard', 'projects', 'new-project', 'project', 'storage', 'studio', 'profile'];
const pageFiles: Page[] = [
  ['landing-controls', ['src/landing-controls.ts']],
  ...guests.map((name): Page => [name, guestPage(name)]),
  ...users.map((name): Page => [name, userPage(name)]),
];

/** Packages come after what all pages load, and before a file of some pages takes along what others need, too. */
const priority = guests.length + users.length;
const groups = [
  ...filesByPages(pageFiles),
  { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\//, minShareCount: 2, priority },
  {
    name: 'api',
    test: /\/libs\/contracts\/src\/|\/lib\/api\/client\.ts/,
    minShareCount: 3,
    priority,
  },
  {
    name: 'data',
    test: /\/(query-core|react-query|p-limit|p-timeout|react-error-boundary)\//,
    minShareCount: 2,
    priority,
  },
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

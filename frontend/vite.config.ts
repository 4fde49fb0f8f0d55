import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

import { apiAddress } from './build-tools/api-address.ts';
import { installable } from './build-tools/installable.ts';
import { loadBudget } from './build-tools/load-budget.ts';
import { subsetFonts } from './build-tools/subset-fonts.ts';

const landing = {
  page: 'landing page',
  modules: ['/landing.html'],
  maxBytes: 80 * 1024,
};

/** Both leave little room above what is loaded now. */
const dashboard = {
  page: 'dashboard',
  modules: ['/index.html', 'src/app/layout/app-layout.tsx', 'src/app/routes/dashboard.tsx'],
  maxBytes: 200_000,
};

/** What the landing page shares with the application, and what only forms need, stays apart. */
const APART =
  /(theme|paths|create-store|project-status|format|button|logo|class-names|drawing|status-badge|storage-gauge|theme-toggle|form|room)(\.module)?\.(tsx?|css|svg)$/;
const SHARED =
  /(frontend\/src\/(lib|ui)|libs\/contracts|node_modules\/@tanstack\/(query-core|react-query))\//;

/** What several pages share is one file: the dozens of small ones cost a round trip each. The bundler decides the rest. */
const shared = {
  name: 'shared',
  test: (id: string) => SHARED.test(id) && !APART.test(id),
  minShareCount: 3,
};

export default defineConfig({
  plugins: [
    react(),
    subsetFonts(),
    apiAddress(process.env.API_URL),
    loadBudget(landing),
    loadBudget(dashboard),
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
      input: ['index.html', 'landing.html', 'offline.html'],
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [shared] } },
    },
  },
  server: { port: 5173, strictPort: true },
  preview: { port: 5173, strictPort: true },
});

import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

import { apiAddress } from './build-tools/api-address.ts';
import { landingBudget } from './build-tools/landing-budget.ts';
import { preloadReact } from './build-tools/preload-react.ts';

const LANDING_BUDGET_BYTES = 80 * 1024;

export default defineConfig({
  plugins: [
    react(),
    preloadReact(),
    apiAddress(process.env.API_URL),
    landingBudget({ module: 'src/app/start-landing.tsx', maxGzipBytes: LANDING_BUDGET_BYTES }),
  ],
  resolve: { conditions: ['@studiolo/source', ...defaultClientConditions] },
  // The policy of the static server allows scripts and fonts from files only.
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: true },
  server: { port: 5173, strictPort: true },
  preview: { port: 5173, strictPort: true },
});

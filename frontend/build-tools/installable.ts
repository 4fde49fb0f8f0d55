import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const PAPER = '#f5f1e8';

/**
 * The manifest with which a phone installs the application, and a worker that keeps the page shown without a
 * connection. Every page comes from the server, so a new build is seen at once; nothing else passes through the worker.
 */
export function installable(): Plugin[] {
  return VitePWA({
    // A page registers the worker once somebody is signed in (`src/app/offline-page.ts`).
    injectRegister: false,
    // nginx knows the type of this extension.
    manifestFilename: 'manifest.json',
    includeManifestIcons: false,
    manifest: {
      id: '/',
      name: 'Studiolo',
      short_name: 'Studiolo',
      description: 'Client projects, files and storage in one quiet room',
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
      background_color: PAPER,
      theme_color: PAPER,
      icons: [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    workbox: {
      globPatterns: [
        ...['offline.html', 'theme.js', 'assets/offline-*.{css,js}'],
        'assets/newsreader-latin-wght-*.woff2',
      ],
      navigateFallback: null,
      skipWaiting: true,
      navigationPreload: true,
      inlineWorkboxRuntime: true,
      sourcemap: false,
      runtimeCaching: [
        {
          urlPattern: ({ request }) => request.mode === 'navigate',
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: 'offline.html' } },
        },
      ],
    },
  });
}

import type { Plugin } from 'vite';

const CHUNK = 'react';

/**
 * Puts React into a chunk of its own, which the page preloads. The entry imports it only indirectly, so that the entry
 * stays small and can request the right page at the same time.
 */
export function preloadReact(): Plugin {
  return {
    name: 'preload-react',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [{ name: CHUNK, test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
            },
          },
        },
      },
    }),
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((output) => output.type === 'chunk' && output.name === CHUNK)
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
  };
}

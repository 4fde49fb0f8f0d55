import type { Plugin } from 'vite';

const CHUNK = 'react';

/**
 * Puts React into a chunk of its own and has the page ask for it at once: the entry imports it only through what it
 * starts, so that the entry itself stays small and can ask for the right page in the meantime.
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

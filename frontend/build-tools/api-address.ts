import type { Plugin } from 'vite';

/** In development, serves `/config.js` with the given address of the API, if there is one. */
export function apiAddress(apiUrl: string | undefined): Plugin {
  return {
    name: 'api-address',
    apply: 'serve',
    configureServer(server) {
      if (apiUrl === undefined) return;
      server.middlewares.use('/config.js', (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript');
        response.end(`window.__STUDIOLO__ = ${JSON.stringify({ apiUrl })};\n`);
      });
    },
  };
}

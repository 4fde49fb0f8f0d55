import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import react from '@vitejs/plugin-react';
import {
  build,
  type HtmlTagDescriptor,
  type Plugin,
  type ResolvedConfig,
  type Rolldown,
} from 'vite';

const DOCUMENT = '/landing.html';
const ENTRY = 'src/landing-static.tsx';
/** The name of the entry that the document gets instead of the script of development. */
const CONTROLS = 'landing-controls';
const SCRIPTS = /\s*<script type="module"[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/g;
const ASSETS = /\/(assets\/[\w.-]+)/g;

/** Renders the components for a server: the same sources give the same names of classes and files. */
async function render({ root, cacheDir, resolve }: ResolvedConfig): Promise<string> {
  const outDir = join(cacheDir, 'landing');
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    root,
    plugins: [react()],
    resolve: { conditions: resolve.conditions },
    build: { ssr: ENTRY, outDir, assetsInlineLimit: 0 },
  })) as Rolldown.RolldownOutput;
  const file = pathToFileURL(join(outDir, output[0].fileName));
  const { html } = (await import(file.href)) as { html: string };
  return html;
}

/** Writes the landing page into its document at build, so that it is read without a script. */
export function staticLanding(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'static-landing',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(document, { path, bundle = {} }) {
        if (path !== DOCUMENT) return undefined;
        const page = await render(config);
        for (const [, file = ''] of page.matchAll(ASSETS))
          if (!(file in bundle))
            throw new Error(`The landing page shows ${file}, which is not built`);
        const controls = Object.values(bundle).find(({ name }) => name === CONTROLS);
        const script: HtmlTagDescriptor = {
          tag: 'script',
          attrs: { type: 'module', src: `/${controls?.fileName}` },
          injectTo: 'head',
        };
        const html = document
          .replaceAll(SCRIPTS, '')
          .replace('<div id="root"></div>', () => `<div id="root">${page}</div>`);
        return { html, tags: [script] };
      },
    },
  };
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import react from '@vitejs/plugin-react';
import {
  build,
  defaultServerConditions,
  type Plugin,
  type ResolvedConfig,
  type Rolldown,
} from 'vite';

import { allChunks, type Chunk, chunksFor } from './chunks.ts';

/** Who sees a written page before the code is there; everybody sees one that needs none. */
export type Visitor = 'everybody' | 'guest' | 'user';
type Render = (path: string, visitor: Visitor) => Promise<string>;
type Bundle = Rolldown.OutputBundle;

export interface WrittenPage {
  /** The name of its module in `src/app/routes` and of its document. */
  name: string;
  path: string;
  visitor: Visitor;
}

const RENDERER = 'src/written-pages.tsx';
const TEMPLATE = 'index.html';
/** What each page of a user loads besides its own module. */
export const USER_PAGE_MODULES = ['src/app/layout/app-layout.tsx', 'src/app/loaders.ts'];
const ROOT = '<div id="root"></div>';
const BODY = /<body>.*<\/body>/s;
const THEME = '<script src="/theme.js"></script>';
const WRITTEN = '<script src="/written-page.js"></script>';
/** What the document of the landing page leaves out. */
const APPLICATION =
  /\s*<script (?:type="module"|src="\/config\.js")[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/g;
const ASSETS = /\/(assets\/[\w.-]+)/g;
const FONTS = /(?:newsreader|inter)-latin-wght-[^/]*\.woff2$/;
/** The one script that it has instead. */
const CONTROLS = 'landing-controls';

/** Builds the pages for a server: the same sources give the same names of classes and files. */
async function loadRenderer({ root, cacheDir }: ResolvedConfig): Promise<Render> {
  const outDir = join(cacheDir, 'written-pages');
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    root,
    plugins: [react()],
    ssr: {
      noExternal: ['@studiolo/contracts'],
      resolve: { conditions: ['workspace-source', ...defaultServerConditions] },
    },
    build: { ssr: RENDERER, outDir, assetsInlineLimit: 0 },
  })) as Rolldown.RolldownOutput;
  const { href } = pathToFileURL(join(outDir, output[0].fileName));
  return ((await import(href)) as { render: Render }).render;
}

function links(files: Iterable<string>, attributes: string): string {
  return [...new Set(files)].map((file) => `<link ${attributes} href="/${file}">`).join('');
}

/** The styles of a page, and the fonts: text that is seen before its font would be laid out again. */
function styleLinks(chunks: Iterable<Chunk>, template: string, bundle: Bundle): string {
  const fonts = Object.keys(bundle).filter((file) => FONTS.test(file));
  // Those of a page come after what it imports, which it may change.
  const styles = [...chunks]
    .reverse()
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
    .filter((file) => !template.includes(file));
  return (
    links(fonts, 'rel="preload" as="font" type="font/woff2" crossorigin') +
    links(styles, 'rel="stylesheet"')
  );
}

/** The document of a page that needs no code of the application. */
function withoutApplication(template: string, styles: string, markup: string, bundle: Bundle) {
  const controls = allChunks(bundle).find(({ name }) => name === CONTROLS);
  const script = `<script type="module" src="/${controls?.fileName}"></script>`;
  return template
    .replaceAll(APPLICATION, '')
    .replace('</head>', `${styles}${script}</head>`)
    .replace(BODY, () => `<body><div id="root">${markup}</div></body>`);
}

function documentOf({ name, visitor }: WrittenPage, markup: string, bundle: Bundle): string {
  const template = String((bundle[TEMPLATE] as Rolldown.OutputAsset).source);
  const page = `src/app/routes/${name}.tsx`;
  const chunks = chunksFor(bundle, visitor === 'user' ? [page, ...USER_PAGE_MODULES] : [page]);
  const styles = styleLinks(chunks, template, bundle);
  if (visitor === 'everybody') return withoutApplication(template, styles, markup, bundle);
  const code = [...chunks].map(({ fileName }) => fileName);
  // The page of a user is replaced when their data can be shown, and takes no focus or text until then.
  const content =
    visitor === 'user' ? `<div inert style="display:contents">${markup}</div>` : markup;
  return template
    .replace('<html', `<html data-written-for="${visitor}"`)
    .replace(THEME, `${THEME}${WRITTEN}`)
    .replace('</head>', `${styles}${links(code, 'rel="modulepreload"')}</head>`)
    .replace(ROOT, () => `<div id="root">${content}</div>`);
}

/** Writes pages into documents of their own at build, so that they are seen before a script has run. */
export function writtenPages(pages: readonly WrittenPage[]): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'written-pages',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const render = await loadRenderer(config);
        for (const page of pages) {
          const markup = await render(page.path, page.visitor);
          for (const [, file = ''] of markup.matchAll(ASSETS))
            if (!(file in bundle)) this.error(`${page.name} shows ${file}, which is not built`);
          const source = documentOf(page, markup, bundle);
          this.emitFile({ type: 'asset', fileName: `${page.name}.html`, source });
        }
      },
    },
  };
}

import { gzipSync } from 'node:zlib';

import type { Plugin, Rolldown } from 'vite';

interface LoadBudgetOptions {
  /** The name of the page, for the error message. */
  page: string;
  /** Its document and the modules that it imports dynamically, from the project's root. */
  modules: readonly string[];
  /** The most gzipped bytes that it may load before it shows; styles without a limit are not counted. */
  maxBytes: { scripts: number; styles?: number };
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** Adds a chunk and everything it imports statically. */
function addWithImports(chunks: Chunks, fileName: string, found: Set<Rolldown.OutputChunk>): void {
  const chunk = chunks.get(fileName);
  if (!chunk || found.has(chunk)) return;
  found.add(chunk);
  for (const imported of chunk.imports) addWithImports(chunks, imported, found);
}

const gzipBytes = (contents: readonly (string | Uint8Array)[]) =>
  contents.reduce((sum, content) => sum + gzipSync(content).length, 0);

/** Fails the build when a page loads more than it may before it shows. */
export function loadBudget({ page, modules, maxBytes }: LoadBudgetOptions): Plugin {
  return {
    name: 'load-budget',
    apply: 'build',
    // Runs after Vite's own plugins, which note the styles of each chunk.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks: Chunks = new Map(
        Object.values(bundle)
          .filter((output) => output.type === 'chunk')
          .map((chunk) => [chunk.fileName, chunk]),
      );
      const loaded = new Set<Rolldown.OutputChunk>();
      for (const chunk of chunks.values()) {
        const isFirst = modules.some((module) => chunk.facadeModuleId?.endsWith(module));
        if (isFirst) addWithImports(chunks, chunk.fileName, loaded);
      }
      const styles = new Set(
        [...loaded].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]),
      );
      const sheets = [...styles]
        .map((name) => bundle[name])
        .filter((file) => file?.type === 'asset');
      const bytes = {
        scripts: gzipBytes([...loaded].map(({ code }) => code)),
        styles: gzipBytes(sheets.map(({ source }) => source)),
      };
      for (const kind of ['scripts', 'styles'] as const) {
        const report = `${page}: ${bytes[kind]} bytes of ${kind} gzipped`;
        const max = maxBytes[kind] ?? Infinity;
        if (bytes[kind] > max) this.error(`${report}, more than ${max}`);
        this.info(report);
      }
    },
  };
}

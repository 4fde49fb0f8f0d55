import { gzipSync } from 'node:zlib';

import type { Plugin, Rolldown } from 'vite';

interface LoadBudgetOptions {
  page: string;
  /** Its document and the modules that it imports dynamically, from the project's root. */
  modules: readonly string[];
  /** The most gzipped bytes of scripts that it may load before it shows. */
  maxBytes: number;
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

function addWithImports(chunks: Chunks, fileName: string, found: Set<Rolldown.OutputChunk>): void {
  const chunk = chunks.get(fileName);
  if (!chunk || found.has(chunk)) return;
  found.add(chunk);
  for (const imported of chunk.imports) addWithImports(chunks, imported, found);
}

/** Fails the build when a page loads more than it may before it shows. */
export function loadBudget({ page, modules, maxBytes }: LoadBudgetOptions): Plugin {
  return {
    name: 'load-budget',
    apply: 'build',
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
      const bytes = [...loaded].reduce((sum, { code }) => sum + gzipSync(code).length, 0);
      const report = `${page}: ${bytes} bytes of scripts gzipped`;
      if (bytes > maxBytes) this.error(`${report}, more than ${maxBytes}`);
      this.info(report);
    },
  };
}

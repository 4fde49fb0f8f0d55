import { gzipSync } from 'node:zlib';

import type { Plugin, Rolldown } from 'vite';

interface LandingBudgetOptions {
  /** What starts the landing page, from the project's root. */
  module: string;
  /** Most JavaScript, in gzipped bytes, that the page may load. */
  maxGzipBytes: number;
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** Adds a chunk and everything it imports statically. */
function addWithImports(chunks: Chunks, fileName: string, found: Set<string>): void {
  const chunk = chunks.get(fileName);
  if (!chunk || found.has(fileName)) return;
  found.add(fileName);
  for (const imported of chunk.imports) addWithImports(chunks, imported, found);
}

/** Fails the build when the entry and the landing page together weigh more than allowed. */
export function landingBudget({ module, maxGzipBytes }: LandingBudgetOptions): Plugin {
  return {
    name: 'landing-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks: Chunks = new Map(
        Object.values(bundle)
          .filter((output) => output.type === 'chunk')
          .map((chunk) => [chunk.fileName, chunk]),
      );
      const loaded = new Set<string>();
      for (const chunk of chunks.values()) {
        const isLanding = chunk.facadeModuleId?.endsWith(module) ?? false;
        if (chunk.isEntry || isLanding) addWithImports(chunks, chunk.fileName, loaded);
      }
      const bytes = [...loaded]
        .map((name) => gzipSync(chunks.get(name)?.code ?? '').length)
        .reduce((sum, size) => sum + size, 0);
      const report = `landing page: ${(bytes / 1024).toFixed(1)} KB of JavaScript gzipped`;
      if (bytes > maxGzipBytes) this.error(`${report}, more than ${maxGzipBytes / 1024} KB`);
      this.info(report);
    },
  };
}

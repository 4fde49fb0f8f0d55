import { gzipSync } from 'node:zlib';

import type { Plugin, Rolldown } from 'vite';

interface PageBudget {
  page: string;
  /** Its document and the modules that it imports dynamically, from the project's root. */
  modules: readonly string[];
  /** The most gzipped bytes of scripts that it may load before it shows. */
  maxBytes: number;
}

interface ChunkBudget {
  /** The most gzipped bytes of each chunk that no page of the others loads before it shows. */
  maxBytes: number;
  /** The names of chunks that may be larger. */
  except: readonly string[];
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

const sizeOf = ({ code }: Rolldown.OutputChunk) => gzipSync(code).length;

function addWithImports(chunks: Chunks, fileName: string, found: Set<Rolldown.OutputChunk>): void {
  const chunk = chunks.get(fileName);
  if (!chunk || found.has(chunk)) return;
  found.add(chunk);
  for (const imported of chunk.imports) addWithImports(chunks, imported, found);
}

/** What loads these modules, and nothing else, loads at once. */
function loadedFor(chunks: Chunks, modules: readonly string[]): Set<Rolldown.OutputChunk> {
  const loaded = new Set<Rolldown.OutputChunk>();
  for (const chunk of chunks.values()) {
    const isFirst = modules.some((module) => chunk.facadeModuleId?.endsWith(module));
    if (isFirst) addWithImports(chunks, chunk.fileName, loaded);
  }
  return loaded;
}

/** Fails the build when a page loads more than it may before it shows, or when what comes later is too large. */
export function loadBudget(pages: readonly PageBudget[], later: ChunkBudget): Plugin {
  return {
    name: 'load-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks: Chunks = new Map(
        Object.values(bundle)
          .filter((output) => output.type === 'chunk')
          .map((chunk) => [chunk.fileName, chunk]),
      );
      const first = new Set<Rolldown.OutputChunk>();
      const counted = pages.map(({ page, modules, maxBytes }) => {
        const loaded = loadedFor(chunks, modules);
        for (const chunk of loaded) first.add(chunk);
        return { page, maxBytes, bytes: [...loaded].reduce((sum, one) => sum + sizeOf(one), 0) };
      });
      for (const chunk of chunks.values()) {
        if (first.has(chunk) || later.except.includes(chunk.name)) continue;
        counted.push({ page: chunk.fileName, maxBytes: later.maxBytes, bytes: sizeOf(chunk) });
      }
      for (const { page, maxBytes, bytes } of counted) {
        const report = `${page}: ${bytes} bytes of scripts gzipped`;
        if (bytes > maxBytes) this.error(`${report}, more than ${maxBytes}`);
        if (pages.some((one) => one.page === page)) this.info(report);
      }
    },
  };
}

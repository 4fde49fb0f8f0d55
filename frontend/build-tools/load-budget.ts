import { gzipSync } from 'node:zlib';

import type { Plugin } from 'vite';

import { allChunks, type Chunk, chunksFor } from './chunks.ts';

interface PageBudget {
  page: string;
  /** Its document and the modules that it imports dynamically, from the project's root. */
  modules: readonly string[];
  /** The most gzipped bytes of scripts that it may load before it answers and reads its data. */
  maxBytes: number;
}

interface ChunkBudget {
  /** The most gzipped bytes of each chunk that no page of the others loads before it shows. */
  maxBytes: number;
  /** The names of chunks that may be larger. */
  except: readonly string[];
}

const sizeOf = ({ code }: Chunk) => gzipSync(code).length;

/** Fails the build when a page loads more than it may before it answers, or when what comes later is too large. */
export function loadBudget(pages: readonly PageBudget[], later: ChunkBudget): Plugin {
  return {
    name: 'load-budget',
    apply: 'build',
    generateBundle: {
      // After Vite has written into each chunk what is preloaded with an import.
      order: 'post',
      handler(_options, bundle) {
        const first = new Set<Chunk>();
        const counted = pages.map(({ page, modules, maxBytes }) => {
          const loaded = chunksFor(bundle, modules);
          for (const chunk of loaded) first.add(chunk);
          return { page, maxBytes, bytes: [...loaded].reduce((sum, one) => sum + sizeOf(one), 0) };
        });
        for (const chunk of allChunks(bundle)) {
          if (first.has(chunk) || later.except.includes(chunk.name)) continue;
          counted.push({ page: chunk.fileName, maxBytes: later.maxBytes, bytes: sizeOf(chunk) });
        }
        for (const { page, maxBytes, bytes } of counted) {
          const report = `${page}: ${bytes} bytes of scripts gzipped`;
          if (bytes > maxBytes) this.error(`${report}, more than ${maxBytes}`);
          if (pages.some((one) => one.page === page)) this.info(report);
        }
      },
    },
  };
}

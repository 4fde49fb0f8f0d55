import { resolve } from 'node:path';

import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

/** A name of a file, and the modules with which it is loaded, from the project's root. */
export type Page = readonly [name: string, modules: readonly string[]];

/** Our own modules that are loaded at once with these; what they need of packages follows them. */
function loadedWith(modules: readonly string[], context: Context): Set<string> {
  const found = new Set(modules.map((name) => resolve(import.meta.dirname, '..', name)));
  // A set goes on to what is added meanwhile.
  for (const id of found)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? [])
      if (!/node_modules|\/libs\//.test(imported)) found.add(imported);
  return found;
}

/**
 * Puts what the same pages load at once into one file, whatever else loads it later. By itself the bundler makes a file
 * for each set of pages and dialogs, and many small files are more bytes: each is compressed alone, and named wherever it
 * is needed. What more pages load comes first, because a file takes along what it needs.
 */
export function filesByPages(pages: readonly Page[]): Rolldown.CodeSplittingGroup[] {
  let loaded: Set<string>[] | undefined;
  const shared: string[] = [];
  return pages.map((_, index) => ({
    priority: index + 1,
    name(id, context) {
      loaded ??= pages.map(([, modules]) => loadedWith(modules, context));
      const names = pages.filter((__, at) => loaded?.[at]?.has(id)).map(([name]) => name);
      if (names.length !== index + 1) return null;
      const set = names.join();
      if (names.length === 1) return set;
      if (!shared.includes(set)) shared.push(set);
      return `shared-${shared.indexOf(set)}`;
    },
  }));
}

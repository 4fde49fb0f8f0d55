import type { Rolldown } from 'vite';

export type Chunk = Rolldown.OutputChunk;

export function allChunks(bundle: Rolldown.OutputBundle): Chunk[] {
  return Object.values(bundle).filter((output) => output.type === 'chunk');
}

/** The chunks of these modules, and those that they import at once. */
export function chunksFor(bundle: Rolldown.OutputBundle, modules: readonly string[]): Set<Chunk> {
  const chunks = allChunks(bundle);
  const found = new Set(
    chunks.filter(({ moduleIds }) =>
      modules.some((name) => moduleIds.some((id) => id.endsWith(name))),
    ),
  );
  // A set goes on to what is added meanwhile.
  for (const { imports } of found)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  return found;
}

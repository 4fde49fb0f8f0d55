import { useSyncExternalStore } from 'react';

/** How long a project that was changed elsewhere is marked, in milliseconds. */
const MARKED_MS = 4_000;

const marked = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** Marks a project as changed elsewhere, for MARKED_MS. */
export function markChanged(projectId: string): void {
  clearTimeout(marked.get(projectId));
  const unmark = () => {
    marked.delete(projectId);
    tellListeners();
  };
  marked.set(projectId, setTimeout(unmark, MARKED_MS));
  tellListeners();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsMarked(projectId: string): boolean {
  return useSyncExternalStore(subscribe, () => marked.has(projectId));
}

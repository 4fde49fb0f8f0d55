import { useSyncExternalStore } from 'react';

/** How long something that was changed elsewhere is marked, in milliseconds. */
const MARKED_MS = 4_000;

const marked = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** Marks a project for a moment as changed elsewhere. */
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

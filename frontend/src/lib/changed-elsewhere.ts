import { createStore } from './create-store';

/** How long a project that was changed elsewhere is marked, in milliseconds. */
const MARKED_MS = 4_000;

/** By project, the timer that removes its mark. */
const marked = createStore<ReadonlyMap<string, ReturnType<typeof setTimeout>>>(new Map());

function unmark(projectId: string): void {
  marked.set(new Map([...marked.get()].filter(([id]) => id !== projectId)));
}

/** Marks a project as changed elsewhere, for MARKED_MS. */
export function markChanged(projectId: string): void {
  clearTimeout(marked.get().get(projectId));
  const timer = setTimeout(unmark, MARKED_MS, projectId);
  marked.set(new Map(marked.get()).set(projectId, timer));
}

export function useIsMarked(projectId: string): boolean {
  return marked.useValue().has(projectId);
}

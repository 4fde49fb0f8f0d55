import { createStore } from '../lib/create-store';
import styles from './elsewhere-mark.module.css';

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

/** Shows for a moment that a project was changed elsewhere. It overlays the content, so that nothing moves. */
export function ElsewhereMark({ projectId }: { projectId: string }) {
  // Hidden from screen readers, because the live region of the layout announces it.
  return marked.useValue().has(projectId) ? (
    <span aria-hidden className={styles.mark}>
      Updated elsewhere
    </span>
  ) : null;
}

import { createStore } from '../lib/state/create-store';
import styles from './elsewhere-mark.module.css';

/** How long a project that was changed elsewhere is marked, in milliseconds. */
const MARKED_MS = 4_000;

/** The projects of the latest changes, the oldest first. */
const changed = createStore<readonly string[]>([]);

/** Marks a project as changed elsewhere, for MARKED_MS. */
export function markChanged(projectId: string): void {
  changed.set([...changed.get(), projectId]);
  setTimeout(() => changed.set(changed.get().slice(1)), MARKED_MS);
}

interface ElsewhereMarkProps {
  projectId: string;
  /** On the upper edge of its parent: above it where controls begin there, at the left where one is at the right. */
  place?: 'above' | 'left';
}

/** Shows for a moment that a project was changed elsewhere. It overlays the content, so that nothing moves. */
export function ElsewhereMark({ projectId, place }: ElsewhereMarkProps) {
  // Hidden from screen readers, because the live region of the layout announces it.
  return changed.useValue().includes(projectId) ? (
    <span aria-hidden data-place={place} className={styles.mark}>
      Updated elsewhere
    </span>
  ) : null;
}

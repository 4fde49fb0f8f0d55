import { useIsMarked } from '../lib/changed-elsewhere';
import styles from './elsewhere-mark.module.css';

/** Shows for a moment that a project was changed elsewhere. It overlays the content, so that nothing moves. */
export function ElsewhereMark({ projectId }: { projectId: string }) {
  // Hidden from screen readers, because the live region of the layout announces it.
  return useIsMarked(projectId) ? (
    <span aria-hidden className={styles.mark}>
      Updated elsewhere
    </span>
  ) : null;
}

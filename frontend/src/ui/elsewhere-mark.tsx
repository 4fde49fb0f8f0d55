import { useIsMarked } from '../lib/changed-elsewhere';
import { classNames } from './class-names';
import styles from './elsewhere-mark.module.css';

interface ElsewhereMarkProps {
  projectId: string;
  className?: string | undefined;
}

/** Shows for a moment that a project was changed elsewhere. It overlays the content, so that nothing moves. */
export function ElsewhereMark({ projectId, className }: ElsewhereMarkProps) {
  // Hidden from screen readers, because the live region of the layout announces it.
  return useIsMarked(projectId) ? (
    <span aria-hidden className={classNames(styles.mark, className)}>
      Updated elsewhere
    </span>
  ) : null;
}

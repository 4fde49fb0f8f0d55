import { useIsMarked } from '../lib/elsewhere';
import { classNames } from './class-names';
import styles from './elsewhere-mark.module.css';

interface ElsewhereMarkProps {
  projectId: string;
  className?: string | undefined;
}

/** Says for a moment that a project was changed elsewhere. Lies over what is there, so that nothing moves. */
export function ElsewhereMark({ projectId, className }: ElsewhereMarkProps) {
  // Screen readers hear it once for all, from the live region of the layout.
  return useIsMarked(projectId) ? (
    <span aria-hidden className={classNames(styles.mark, className)}>
      Updated elsewhere
    </span>
  ) : null;
}

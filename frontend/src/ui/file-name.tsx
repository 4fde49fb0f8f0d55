import { classNames } from './class-names';
import styles from './file-name.module.css';

/**
 * The end of a name that stays when there is no room: a number, a version, the extension. Letters that join stay whole.
 * A space before it belongs to what comes before, which may run from right to left.
 */
const TAIL = /(?:[\x21-\x7e][\x20-\x7e]{0,5})?(?:\.[a-z0-9]{1,8})?$/i;

interface FileNameProps {
  name: string;
  className?: string | undefined;
  /** In several lines where one has no room. */
  isWhole?: boolean;
}

/** A file's name as it is. Without room it loses its middle; inside of `data-whole-on-focus` it is whole while that has the focus. */
export function FileName({ name, className, isWhole = false }: FileNameProps) {
  const tailStart = name.search(TAIL);
  return (
    <span
      dir="auto"
      title={isWhole ? undefined : name}
      className={classNames(isWhole ? styles.whole : styles.name, className)}
    >
      <span className={styles.head}>{name.slice(0, tailStart)}</span>
      <span dir="ltr" className={styles.tail}>
        {name.slice(tailStart)}
      </span>
    </span>
  );
}

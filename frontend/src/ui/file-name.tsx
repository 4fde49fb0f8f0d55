import { classNames } from './class-names';
import styles from './file-name.module.css';

/**
 * The end of a name that stays visible without room: a number, a version, the extension. It never splits letters that
 * join. A space before it belongs to the rest of the name, which may run from right to left.
 */
const TAIL = /(?:[\x21-\x7e][\x20-\x7e]{0,5})?(?:\.[a-z0-9]{1,8})?$/i;

interface FileNameProps {
  name: string;
  className?: string | undefined;
  /** Breaks into several lines where it does not fit into one. */
  isWhole?: boolean;
}

/** A file's name. Without room, its middle is left out; inside a focused `data-whole-on-focus` it is whole. */
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

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

/**
 * A file's name. Without room, its middle is left out; inside a focused `data-whole-on-focus` it is whole. For readers and
 * for copying it is one text: what is cut for the eye is drawn by the stylesheet above it.
 */
export function FileName({ name, className, isWhole = false }: FileNameProps) {
  if (isWhole) {
    return <bdi className={classNames(styles.whole, className)}>{name}</bdi>;
  }
  const tailStart = name.search(TAIL);
  return (
    <span dir="auto" title={name} className={classNames(styles.name, className)}>
      <span aria-hidden className={styles.head} data-text={name.slice(0, tailStart)} />
      <span aria-hidden dir="ltr" className={styles.tail} data-text={name.slice(tailStart)} />
      <span className={styles.text}>{name}</span>
    </span>
  );
}

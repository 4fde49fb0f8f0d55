import { classNames } from './class-names';
import styles from './file-name.module.css';

/** The end of a name that stays when there is no room: a number, a version, the extension. Letters that join stay whole. */
const TAIL = /[\x20-\x7e]{0,6}(?:\.[a-z0-9]{1,8})?$/i;

interface FileNameProps {
  name: string;
  className?: string | undefined;
}

/** A file's name as it is. Without room it loses its middle; inside of `data-whole-on-focus` it is whole while that has the focus. */
export function FileName({ name, className }: FileNameProps) {
  const tailStart = name.search(TAIL);
  return (
    <span dir="auto" title={name} className={classNames(styles.name, className)}>
      <span className={styles.head}>{name.slice(0, tailStart)}</span>
      <span dir="ltr" className={styles.tail}>
        {name.slice(tailStart)}
      </span>
    </span>
  );
}

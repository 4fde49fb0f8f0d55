import { FileName } from './file-name';
import styles from './filename-list.module.css';

/** The number of names shown; the rest are only counted. */
const MAX_NAMES = 6;

/** The files that a question is about. */
export function FilenameList({ names }: { names: readonly string[] }) {
  const others = names.length - MAX_NAMES;
  return (
    <ul className={styles.names}>
      {names.slice(0, MAX_NAMES).map((name, index) => (
        <li key={index}>
          <FileName name={name} isWhole />
        </li>
      ))}
      {others > 0 && <li>and {others} more</li>}
    </ul>
  );
}

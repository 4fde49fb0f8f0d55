import { displayStatus, type StatusTone } from '../lib/projects/project-status';
import { classNames } from './class-names';
import styles from './status-badge.module.css';

/** A shape for each tone, so that colour is never the only sign. */
const marks: Record<StatusTone, string> = {
  todo: 'M5 1a4 4 0 1 0 0 8a4 4 0 1 0 0-8M5 2.2a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 1 1 0-5.6',
  progress: 'M5 .8a4.2 4.2 0 1 0 0 8.4zM5 2a3 3 0 0 1 0 6v1.2a4.2 4.2 0 0 0 0-8.4z',
  review: 'M5 .4 9.6 5 5 9.6.4 5z',
  completed: 'M5 .8a4.2 4.2 0 1 0 0 8.4a4.2 4.2 0 1 0 0-8.4',
  hold: 'M1.6 1h2.4v8H1.6zM6 1h2.4v8H6z',
  cancelled: 'M1.7.8 5 4.1 8.3.8l.9.9L5.9 5l3.3 3.3-.9.9L5 5.9 1.7 9.2l-.9-.9L4.1 5 .8 1.7z',
  unknown: 'M1 4.3h8v1.4H1z',
};

/** The class that sets `--tone`, for elements in the colour of a status, such as a card's edge. */
export function statusToneClass(status: string): string | undefined {
  return styles[displayStatus(status).tone];
}

export function StatusBadge({ status }: { status: string }) {
  const { label, tone } = displayStatus(status);
  return (
    <span className={classNames(styles.badge, styles[tone])}>
      <svg viewBox="0 0 10 10" className={styles.mark} aria-hidden>
        <path d={marks[tone]} fill="currentColor" fillRule="evenodd" />
      </svg>
      <span data-word>{label}</span>
    </span>
  );
}

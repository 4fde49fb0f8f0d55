import { CloudOff } from 'lucide-react';

import styles from './connection-line.module.css';
import { LiveRegion } from './live-region';

/** A quiet line about the connection, which screen readers announce. Keep it mounted and change its text. */
export function ConnectionLine({ text }: { text: string }) {
  return (
    <>
      <LiveRegion text={text} />
      {text && (
        <p aria-hidden className={styles.line}>
          <CloudOff size={14} strokeWidth={1.8} />
          {text}
        </p>
      )}
    </>
  );
}

import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

import { atWindowFoot } from '../lib/window-foot';
import { LiveRegion } from './live-region';
import styles from './offline-line.module.css';

const foot = atWindowFoot('offline');

function onChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const isOnline = () => navigator.onLine;

/** A quiet line, which screen readers announce, while the browser has no network. */
export function OfflineLine() {
  const text = useSyncExternalStore(onChange, isOnline, () => true) ? '' : 'You are offline';
  return (
    <>
      <LiveRegion text={text} />
      {text && (
        <p ref={foot} aria-hidden className={styles.line}>
          <CloudOff size={14} strokeWidth={1.8} />
          {text}
        </p>
      )}
    </>
  );
}

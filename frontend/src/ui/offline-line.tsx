import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

import { LiveRegion } from './live-region';
import styles from './offline-line.module.css';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** A quiet line, which screen readers announce, while the browser has no network. */
export function OfflineLine() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const text = isOnline ? '' : 'You are offline';
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

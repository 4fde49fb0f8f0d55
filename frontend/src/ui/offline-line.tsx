import { CloudOff } from 'lucide-react';

import { createStore } from '../lib/state/create-store';
import { LiveRegion } from './live-region';
import styles from './offline-line.module.css';

const online = createStore(navigator.onLine);

for (const event of ['online', 'offline'])
  window.addEventListener(event, () => online.set(navigator.onLine));

/** A quiet line, which screen readers announce, while the browser has no network. */
export function OfflineLine() {
  const text = online.useValue() ? '' : 'You are offline';
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

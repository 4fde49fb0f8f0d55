import { CloudOff } from 'lucide-react';

import { LiveRegion } from '../../ui/live-region';
import styles from './live-updates.module.css';
import { useIsOnline } from './use-is-online';
import { useLiveUpdates } from './use-live-updates';

/** Announces changes made elsewhere, and says so while the connection is down. */
export default function LiveUpdates() {
  const { isDown, announcement } = useLiveUpdates();
  const isOnline = useIsOnline();
  const paused = isDown ? 'Live updates are paused' : '';
  const trouble = isOnline ? paused : 'You are offline';
  return (
    <>
      <LiveRegion text={trouble || announcement} />
      {trouble && (
        <p aria-hidden className={styles.down}>
          <CloudOff size={14} strokeWidth={1.8} />
          {trouble}
        </p>
      )}
    </>
  );
}

import { CloudOff } from 'lucide-react';

import { LiveRegion } from '../../ui/live-region';
import styles from './live-updates.module.css';
import { useLiveUpdates } from './use-live-updates';

/** Announces changes made elsewhere, and shows a notice while the connection for them is down. */
export default function LiveUpdates() {
  const { isDown, told } = useLiveUpdates();
  return (
    <>
      <LiveRegion text={isDown ? 'Live updates are paused' : told} />
      {isDown && (
        <p aria-hidden className={styles.down}>
          <CloudOff size={14} strokeWidth={1.8} />
          Live updates are paused
        </p>
      )}
    </>
  );
}

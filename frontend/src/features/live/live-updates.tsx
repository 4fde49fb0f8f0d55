import { CloudOff } from 'lucide-react';

import { LiveRegion } from '../../ui/live-region';
import styles from './live-updates.module.css';
import { useLiveUpdates } from './use-live-updates';

/** Nothing to see, except while changes of elsewhere do not arrive. */
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

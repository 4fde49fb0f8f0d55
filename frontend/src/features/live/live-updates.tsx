import { useIsOnline } from '../../lib/use-is-online';
import { ConnectionLine } from '../../ui/connection-line';
import { LiveRegion } from '../../ui/live-region';
import { useLiveUpdates } from './use-live-updates';

/** Announces changes made elsewhere, and says when they do not arrive. Without a network, the layout says so. */
export default function LiveUpdates() {
  const { isDown, announcement } = useLiveUpdates();
  const isOnline = useIsOnline();
  return (
    <>
      <LiveRegion text={announcement} />
      <ConnectionLine text={isDown && isOnline ? 'Live updates are paused' : ''} />
    </>
  );
}

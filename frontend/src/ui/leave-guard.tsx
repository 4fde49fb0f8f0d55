import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';

import { isSignedIn } from '../lib/session';
import { ConfirmDialog } from './confirm-dialog';

interface LeaveGuardProps {
  /** Asked at the moment of leaving: is there something to lose? */
  shouldStay: () => boolean;
  title: string;
  message: string;
  leaveLabel: string;
  stayLabel: string;
}

/** Asks before another page replaces this one, and before the tab closes. A session that has ended goes unasked. */
export function LeaveGuard({ shouldStay, title, message, leaveLabel, stayLabel }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isSignedIn() && shouldStay(),
  );
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isSignedIn() && shouldStay()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [shouldStay]);
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={title}
      message={message}
      confirmLabel={leaveLabel}
      cancelLabel={stayLabel}
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}

import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';

import { isSignedIn } from '../lib/session';
import { ConfirmDialog } from './confirm-dialog';

interface UnsavedChangesGuardProps {
  /** True while leaving would lose something. */
  when: boolean;
  title?: string;
  message?: string;
}

/** Asks before a link, the back button or a closed tab throws away what was typed. An ended session may always leave. */
export function UnsavedChangesGuard({
  when,
  title = 'Leave without saving?',
  message = 'What you typed has not been saved and will be lost.',
}: UnsavedChangesGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && isSignedIn() && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!when) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isSignedIn()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [when]);

  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={title}
      message={message}
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}

import { useBlocker } from 'react-router-dom';

import { useAskBeforeClosing } from '../lib/forms/use-ask-before-closing';
import { isSignedIn } from '../lib/session/session';
import { ConfirmDialog } from './confirm-dialog';

interface UnsavedChangesGuardProps {
  /** True while leaving would lose something. */
  when: boolean;
  title?: string;
  message?: string;
}

/** Asks before a link, the back button or closing the tab discards changes. An ended session may always leave. */
export function UnsavedChangesGuard({ when, ...question }: UnsavedChangesGuardProps) {
  // Mounted only while needed, because the router accepts one blocker at a time.
  return when && <ActiveGuard {...question} />;
}

function ActiveGuard({
  title = 'Leave without saving?',
  message = 'What you typed has not been saved and will be lost.',
}: Omit<UnsavedChangesGuardProps, 'when'>) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isSignedIn() && currentLocation.pathname !== nextLocation.pathname,
  );
  useAskBeforeClosing(true);

  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={title}
      message={message}
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}

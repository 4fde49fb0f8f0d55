import { useTransition } from 'react';

import { Button } from '../../../ui/button';
import { type PendingVerification, resendVerification } from '../api/verification';

/** Without an email address, a press shows an error. */
export function ResendButton(pending: PendingVerification) {
  const [isBusy, startBusy] = useTransition();
  return (
    <Button
      variant="primary"
      isWide
      isBusy={isBusy}
      onClick={() => startBusy(() => resendVerification(pending))}
    >
      Resend Verification Email
    </Button>
  );
}

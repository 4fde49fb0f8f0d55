import { useState } from 'react';

import { Button } from '../../../ui/button';
import { type PendingVerification, resendVerification } from '../api/verification';

/** Without an email address, a press shows an error. */
export function ResendButton(pending: PendingVerification) {
  const [isBusy, setIsBusy] = useState(false);
  const resend = async () => {
    setIsBusy(true);
    await resendVerification(pending);
    setIsBusy(false);
  };
  return (
    <Button variant="primary" isWide isBusy={isBusy} onClick={() => void resend()}>
      Resend Verification Email
    </Button>
  );
}

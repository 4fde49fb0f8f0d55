import { useState } from 'react';

import { Button } from '../../../ui/button';
import { resendVerification } from '../api/verification';

interface ResendButtonProps {
  /** Empty when it is not known; pressing then says so. */
  email: string;
}

export function ResendButton({ email }: ResendButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const resend = async () => {
    setIsBusy(true);
    await resendVerification(email);
    setIsBusy(false);
  };
  return (
    <Button variant="primary" isWide isBusy={isBusy} onClick={() => void resend()}>
      Resend Verification Email
    </Button>
  );
}

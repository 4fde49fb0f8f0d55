import { useState } from 'react';

import { Button } from '../../../ui/button';
import { startGoogleSignIn } from '../api/google';
import styles from './form.module.css';

interface GoogleButtonProps {
  /** Called with the error message when the sign-in cannot be started. */
  onError: (message: string) => void;
}

export function GoogleButton({ onError }: GoogleButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const start = async () => {
    setIsBusy(true);
    const problem = await startGoogleSignIn();
    if (problem === null) return;
    setIsBusy(false);
    onError(problem);
  };
  return (
    <>
      <div className={styles.or}>or</div>
      <Button isWide isBusy={isBusy} onClick={() => void start()}>
        <GoogleMark />
        Continue with Google
      </Button>
    </>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 18 18" width="16" height="16" aria-hidden>
      <path
        d="M16.6 9.2c0-.5 0-1-.1-1.5H9.2v2.9h4.2a3.6 3.6 0 0 1-1.6 2.4v1.9h2.5c1.5-1.4 2.3-3.4 2.3-5.7z"
        fill="#4285f4"
      />
      <path
        d="M9.2 16.8c2.1 0 3.9-.7 5.1-1.9l-2.5-1.9a4.7 4.7 0 0 1-7-2.5H2.2v2a7.8 7.8 0 0 0 7 4.3z"
        fill="#34a853"
      />
      <path d="M4.8 10.5a4.6 4.6 0 0 1 0-3v-2H2.2a7.7 7.7 0 0 0 0 7z" fill="#fbbc05" />
      <path
        d="M9.2 4.3c1.2 0 2.2.4 3 1.2l2.2-2.2A7.5 7.5 0 0 0 9.2 1.2a7.8 7.8 0 0 0-7 4.3l2.6 2a4.6 4.6 0 0 1 4.4-3.2z"
        fill="#ea4335"
      />
    </svg>
  );
}

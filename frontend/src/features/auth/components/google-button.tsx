import { useState } from 'react';

import { Button } from '../../../ui/button';
import { startGoogleSignIn } from '../api/google';
import styles from './form.module.css';
import mark from './google.svg';

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
        <img src={mark} alt="" width={16} height={16} />
        Continue with Google
      </Button>
    </>
  );
}

import { useState } from 'react';

import { fetchCode } from '../../../lib/code/fetch-code';
import { Button } from '../../../ui/button';
import styles from './form.module.css';
import mark from './google.svg';

/** Its code is loaded when it is needed: the form beside it has most of it. */
async function startGoogleSignIn(): Promise<string | null> {
  const google = await fetchCode(() => import('../api/google'));
  return google.startGoogleSignIn();
}

interface GoogleButtonProps {
  /** Called with the error message when the sign-in cannot be started. */
  onError: (message: string) => void;
}

export function GoogleButton({ onError }: GoogleButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const start = async () => {
    setIsBusy(true);
    const problem = await startGoogleSignIn().catch(({ message }: Error) => message);
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

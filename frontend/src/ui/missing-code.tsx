import { useEffect, useRef } from 'react';

import { dismissMissingCode, useMissingCode } from '../lib/late-code';
import { Button } from './button';
import styles from './missing-code.module.css';

function MissingCodeDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="missing-code"
      className={styles.dialog}
      onClose={dismissMissingCode}
    >
      <h2 id="missing-code" className={styles.title}>
        This could not be loaded
      </h2>
      <p className={styles.text}>
        Check your connection and load the page again. Nothing you saved is lost.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => dialog.current?.close()}>Close</Button>
        <Button
          variant="primary"
          onClick={() => {
            window.location.reload();
          }}
        >
          Load again
        </Button>
      </div>
    </dialog>
  );
}

/** Says that the code behind a button is missing, in a native dialog, which needs no further code. */
export function MissingCode() {
  return useMissingCode() && <MissingCodeDialog />;
}

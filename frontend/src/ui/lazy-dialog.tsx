import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

import { idle } from '../lib/code/when-idle';
import { Button } from './button';
import styles from './lazy-dialog.module.css';

export interface DialogProps {
  isOpen: boolean;
  /** Called by Escape, the backdrop and the buttons that close; the caller decides whether to close. */
  onClose: () => void;
}

/** A native dialog, which needs no further code. */
function MissingCode({ onClose }: Pick<DialogProps, 'onClose'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="missing-code" className={styles.dialog} onClose={onClose}>
      <h2 id="missing-code" className={styles.title}>
        This could not be loaded
      </h2>
      <p className={styles.text}>
        Check your connection and load the page again. Nothing you saved is lost.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => dialog.current?.close()}>Close</Button>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Load again
        </Button>
      </div>
    </dialog>
  );
}

/**
 * A dialog whose code is loaded once the browser is idle, or when it opens. Opening one that could not be loaded tries
 * again, and says so when that fails, too.
 */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const loadAgain = () => lazy(load) as ComponentType<Props>;
  const First = loadAgain();
  return function LazyDialog(props: Props) {
    const { isOpen, onClose } = props;
    const [Dialog, setDialog] = useState<ComponentType<Props>>(() => First);
    const [isWanted, setIsWanted] = useState(isOpen);
    useEffect(() => void idle().then(() => setIsWanted(true)), []);
    if (!isWanted && !isOpen) return null;
    return (
      <ErrorBoundary
        resetKeys={[isOpen]}
        onReset={() => setDialog(loadAgain)}
        fallbackRender={() => isOpen && <MissingCode onClose={onClose} />}
      >
        <Suspense>
          <Dialog {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

import {
  Component,
  type ComponentType,
  lazy,
  type PropsWithChildren,
  Suspense,
  useEffect,
  useRef,
} from 'react';

import { afterData, loadWaitingCode } from '../lib/code/after-data';
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

class Boundary extends Component<PropsWithChildren<DialogProps>, { isMissing: boolean }> {
  override state = { isMissing: false };

  static getDerivedStateFromError() {
    return { isMissing: true };
  }

  override render() {
    const { isOpen, onClose, children } = this.props;
    if (!this.state.isMissing) return <Suspense>{children}</Suspense>;
    return isOpen && <MissingCode onClose={onClose} />;
  }
}

/** A dialog whose code is loaded after the page. Opening one that could not be loaded says so. */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Dialog = lazy(() => afterData(load)) as ComponentType<Props>;
  return function LazyDialog(props: Props) {
    const { isOpen } = props;
    useEffect(() => {
      if (isOpen) loadWaitingCode();
    }, [isOpen]);
    return (
      <Boundary {...props}>
        <Dialog {...props} />
      </Boundary>
    );
  };
}

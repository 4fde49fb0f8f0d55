import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { Button } from './button';
import styles from './dialog.module.css';
import type { DialogProps } from './lazy-dialog';
import { useDialogEvents } from './use-dialog-events';

interface AlertDialogProps extends DialogProps {
  title: string;
  message: string;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  /** While false, the confirm button is disabled. */
  canConfirm?: boolean;
  onConfirm: () => void;
  /** The element to focus on closing; without one, the focus returns to the element that had it before. */
  returnFocusTo?: (() => HTMLElement | null) | undefined;
  children?: ReactNode;
}

/** A question with two buttons, of which the cancel button is focused first. */
export default function AlertDialog({
  isOpen,
  title,
  message,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDangerous = false,
  isBusy = false,
  canConfirm = true,
  onConfirm,
  onClose,
  returnFocusTo,
  children,
}: AlertDialogProps) {
  const events = useDialogEvents(onClose, returnFocusTo);
  return (
    <Radix.Root open={isOpen} onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay}>
          <Radix.Content className={styles.content} {...events}>
            <div className={styles.header}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
            </div>
            <form
              className={styles.body}
              onSubmit={(event) => {
                event.preventDefault();
                event.stopPropagation();
                if (canConfirm && !isBusy) onConfirm();
              }}
            >
              <Radix.Description className={styles.description}>{message}</Radix.Description>
              {children}
              <div className={styles.actions}>
                <Radix.Cancel asChild>
                  <Button>{cancelLabel}</Button>
                </Radix.Cancel>
                <Button
                  type="submit"
                  variant={isDangerous ? 'danger' : 'primary'}
                  isBusy={isBusy}
                  disabled={!canConfirm}
                >
                  {confirmLabel}
                </Button>
              </div>
            </form>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';

import { Button } from './button';
import styles from './dialog.module.css';
import { useDialogEvents } from './use-dialog-events';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** The question. */
  message: string;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  /** While false, the confirm button is disabled. */
  canConfirm?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** The element to focus on closing; without one, the focus returns to the element that had it before. */
  returnFocusTo?: (() => HTMLElement | null) | undefined;
  /** Further fields, below the question. */
  children?: ReactNode;
}

/** Asks before something that cannot be undone. The cancel button is focused first. */
export function ConfirmDialog({
  isOpen,
  title,
  message,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDangerous = false,
  isBusy = false,
  canConfirm = true,
  onConfirm,
  onCancel,
  returnFocusTo,
  children,
}: ConfirmDialogProps) {
  const events = useDialogEvents(onCancel, returnFocusTo);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onCancel}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.overlay}>
          <AlertDialog.Content className={styles.content} {...events}>
            <div className={styles.header}>
              <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
            </div>
            <form
              className={styles.body}
              onSubmit={(event) => {
                event.preventDefault();
                event.stopPropagation();
                if (canConfirm && !isBusy) onConfirm();
              }}
            >
              <AlertDialog.Description className={styles.description}>
                {message}
              </AlertDialog.Description>
              {children}
              <div className={styles.actions}>
                <AlertDialog.Cancel asChild>
                  <Button>{cancelLabel}</Button>
                </AlertDialog.Cancel>
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
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

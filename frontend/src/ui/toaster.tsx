import { X } from 'lucide-react';
import { Toast } from 'radix-ui';

import { dismissToast, type ToastMessage, undoToast, useToasts } from '../lib/toasts';
import { classNames } from './class-names';
import { messageIcons } from './notice';
import styles from './toaster.module.css';

const TOAST_MS = 5000;

function ToastItem({ id, type, text, detail, onUndo }: ToastMessage) {
  const Icon = messageIcons[type];
  return (
    <Toast.Root
      type={type === 'error' ? 'foreground' : 'background'}
      className={classNames(styles.toast, styles[type])}
      data-type={type}
      onOpenChange={() => dismissToast(id)}
    >
      <Icon size={17} strokeWidth={1.8} aria-hidden />
      <Toast.Description className={styles.text}>
        {text}
        {detail && (
          <span dir="auto" className={styles.detail}>
            {detail}
          </span>
        )}
      </Toast.Description>
      {onUndo && (
        <Toast.Action altText="Undo" className={styles.undo} onClick={() => undoToast(id)}>
          Undo
        </Toast.Action>
      )}
      <Toast.Close className={styles.close} aria-label="Close">
        <X size={15} strokeWidth={1.8} aria-hidden />
      </Toast.Close>
    </Toast.Root>
  );
}

/** Messages at the bottom right. Their timers pause under the pointer, in focus and while the window is inactive. */
export function Toaster() {
  const messages = useToasts();
  return (
    <Toast.Provider duration={TOAST_MS} label="Notification" swipeDirection="right">
      {messages.map((message) => (
        <ToastItem key={message.id} {...message} />
      ))}
      <Toast.Viewport className={styles.viewport} />
    </Toast.Provider>
  );
}

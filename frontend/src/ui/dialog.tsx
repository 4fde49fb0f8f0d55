import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { IconButton } from './button';
import { classNames } from './class-names';
import styles from './dialog.module.css';
import type { DialogProps } from './lazy-dialog';
import { useDialogEvents } from './use-dialog-events';

interface TitledDialogProps extends DialogProps {
  title: string;
  size: 'wide' | 'palette';
  children: ReactNode;
}

/** A modal window with a heading. It traps the focus, and returns it on closing. */
export function Dialog({ isOpen, onClose, title, size, children }: TitledDialogProps) {
  const events = useDialogEvents(onClose);
  return (
    <Radix.Root open={isOpen} onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay}>
          <Radix.Content
            {...events}
            aria-describedby={undefined}
            className={classNames(styles.content, styles[size])}
          >
            <div className={styles.header}>
              <Radix.Title dir="auto" className={styles.title}>
                {title}
              </Radix.Title>
              <Radix.Close asChild>
                <IconButton size="small" label="Close" icon={X} iconSize={18} />
              </Radix.Close>
            </div>
            <div className={styles.body}>{children}</div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { PropsWithChildren } from 'react';

import { IconButton } from '../../ui/button';
import type { DialogProps } from '../../ui/lazy-dialog';
import { useDialogEvents } from '../../ui/use-dialog-events';
import styles from './drawer.module.css';

/** The menu on small screens, over a backdrop. It traps the focus and stops scrolling while open. */
export default function Drawer({ isOpen, onClose, children }: PropsWithChildren<DialogProps>) {
  const events = useDialogEvents(onClose);
  return (
    <Dialog.Root open={isOpen} onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.backdrop} data-testid="drawer-backdrop" />
        <Dialog.Content {...events} aria-describedby={undefined} className={styles.drawer}>
          <Dialog.Title className={styles.title}>Menu</Dialog.Title>
          <Dialog.Close asChild>
            <IconButton label="Close menu" icon={X} iconSize={20} className={styles.close} />
          </Dialog.Close>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

import styles from './menu.module.css';

interface MenuItem {
  id: string;
  content: ReactNode;
  isChecked?: boolean;
  onSelect: () => void;
}

interface MenuProps {
  /** One button, which gets the menu's attributes. */
  trigger: ReactNode;
  label: string;
  items: readonly MenuItem[];
}

export function Menu({ trigger, label, items }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align="start"
          sideOffset={4}
          className={styles.content}
        >
          {items.map(({ id, content, isChecked, onSelect }) => (
            <DropdownMenu.CheckboxItem
              key={id}
              checked={isChecked ?? false}
              className={styles.item}
              onSelect={onSelect}
            >
              {content}
              {isChecked && <Check size={14} aria-hidden className={styles.check} />}
            </DropdownMenu.CheckboxItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

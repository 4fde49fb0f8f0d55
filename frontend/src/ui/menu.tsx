import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

import styles from './menu.module.css';

interface ChoiceMenuProps {
  /** One button, which gets the menu's attributes. */
  trigger: ReactNode;
  label: string;
  options: readonly { value: string; content: ReactNode }[];
  /** The current one of the values. */
  value: string | undefined;
  onChoose: (value: string) => void;
}

/** A menu of which one option is chosen. */
export function ChoiceMenu({ trigger, label, options, value: chosen, onChoose }: ChoiceMenuProps) {
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
          <DropdownMenu.RadioGroup value={chosen ?? ''} onValueChange={onChoose}>
            {options.map(({ value, content }) => (
              <DropdownMenu.RadioItem key={value} value={value} className={styles.item}>
                {content}
                {value === chosen && <Check size={14} aria-hidden className={styles.check} />}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

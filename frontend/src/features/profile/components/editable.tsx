import { type ReactNode, useEffect, useRef, useState } from 'react';

import { focusFirstField } from '../../../lib/focus-first-field';
import { Button } from '../../../ui/button';
import styles from './profile.module.css';

interface EditableProps {
  label: string;
  startsOpen?: boolean;
  /** Shown above the button while the form is closed. */
  children?: ReactNode;
  form: (close: () => void) => ReactNode;
}

/** A button that makes place for its form, and comes back with the focus when the form is closed. */
export function Editable({ label, startsOpen = false, children, form }: EditableProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) {
    return (
      <div ref={focusFirstField} className={styles.form}>
        {form(() => setIsOpen(false))}
      </div>
    );
  }
  return (
    <>
      {children}
      <Button ref={button} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
    </>
  );
}

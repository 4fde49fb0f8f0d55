import { type ReactNode, useState } from 'react';

import { focusFirstField } from '../../../lib/forms/focus-first-field';
import { Button } from '../../../ui/button';
import styles from './profile.module.css';

interface EditableProps {
  label: string;
  startsOpen?: boolean;
  /** Shown above the button while the form is closed. */
  children?: ReactNode;
  form: (close: () => void) => ReactNode;
}

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** A button that makes place for its form, and comes back with the focus when the form is closed. */
export function Editable({ label, startsOpen = false, children, form }: EditableProps) {
  const [state, setState] = useState<'initial' | 'open' | 'closed'>(
    startsOpen ? 'open' : 'initial',
  );
  if (state === 'open') {
    return (
      <div ref={focusFirstField} className={styles.form}>
        {form(() => setState('closed'))}
      </div>
    );
  }
  return (
    <>
      {children}
      <Button ref={state === 'closed' ? focus : null} onClick={() => setState('open')}>
        {label}
      </Button>
    </>
  );
}

import { type ComponentProps, type ReactNode, useId } from 'react';

import styles from './field.module.css';

interface CheckboxOwnProps {
  label: ReactNode;
  error?: string | undefined;
}

type CheckboxProps = CheckboxOwnProps & Omit<ComponentProps<'input'>, 'id' | 'type'>;

export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles.checkbox}>
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
      />
      <label htmlFor={id}>{label}</label>
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

import { type ReactNode, useId } from 'react';

import styles from './field.module.css';

export interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  isOptional?: boolean;
}

/** The attributes that connect a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps extends FieldProps {
  children: (control: ControlProps) => ReactNode;
}

/** A control with its label above, and hint and error below. */
export function Field({ label, error, hint, isOptional = false, children }: FieldFrameProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {isOptional && <span className={styles.optional}>optional</span>}
      </div>
      {children({
        id,
        className: styles.control,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

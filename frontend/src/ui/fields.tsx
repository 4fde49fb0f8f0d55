import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

import styles from './fields.module.css';

interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  isOptional?: boolean | undefined;
}

type Control<Tag extends 'input' | 'select' | 'textarea'> = FieldProps &
  Omit<ComponentProps<Tag>, 'id' | 'className'>;

interface FieldFrameProps extends FieldProps {
  /** Draws the control with the attributes that connect it to its label, hint and error. */
  children: (
    control: Pick<ComponentProps<'input'>, 'aria-invalid' | 'aria-describedby' | 'className'> & {
      id: string;
    },
  ) => ReactNode;
}

/** A control with its label above, and hint and error below. */
function Field({ label, error, hint, isOptional, children }: FieldFrameProps) {
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

export function TextField({ label, error, hint, isOptional, ...input }: Control<'input'>) {
  return (
    <Field label={label} error={error} hint={hint} isOptional={isOptional}>
      {(control) => <input type="text" dir="auto" {...input} {...control} />}
    </Field>
  );
}

export function TextArea({ label, error, hint, isOptional, ...area }: Control<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} isOptional={isOptional}>
      {(control) => <textarea dir="auto" rows={5} {...area} {...control} />}
    </Field>
  );
}

interface SelectFieldProps extends Control<'select'> {
  options: readonly { value: string; label: string }[];
}

/** A native select, which works on phones, with screen readers and with keys. */
export function SelectField({
  label,
  error,
  hint,
  isOptional,
  options,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} isOptional={isOptional}>
      {(control) => (
        <select {...select} {...control}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function PasswordField({ label, error, hint, ...input }: Omit<Control<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className={styles.withAction}>
          <input {...input} {...control} type={isShown ? 'text' : 'password'} />
          <button
            type="button"
            className={styles.action}
            aria-label={isShown ? 'Hide password' : 'Show password'}
            aria-controls={control.id}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon size={18} strokeWidth={1.6} aria-hidden />
          </button>
        </div>
      )}
    </Field>
  );
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: ReactNode;
  error?: string | undefined;
}

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

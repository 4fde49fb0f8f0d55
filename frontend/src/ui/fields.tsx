import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ComponentType, type ReactNode, useId, useState } from 'react';

import styles from './fields.module.css';

interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: string | false;
  isOptional?: boolean;
}

type Connection = Pick<
  ComponentProps<'input'>,
  'id' | 'className' | 'aria-invalid' | 'aria-describedby'
>;

/** Makes a field of a control: its label above, hint and error below, all connected to it. */
function fieldOf<Props extends Connection>(Control: ComponentType<Props>) {
  return function Field({
    label,
    error,
    hint,
    isOptional,
    ...props
  }: FieldProps & Omit<Props, keyof Connection>) {
    const id = useId();
    const hintId = `${id}-hint`;
    const errorId = `${id}-error`;
    const connection: Connection = {
      id,
      className: styles.control,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined,
    };
    return (
      <div className={styles.field}>
        <div className={styles.label}>
          <label htmlFor={id}>{label}</label>
          {isOptional && <span className={styles.optional}>optional</span>}
        </div>
        <Control {...(props as unknown as Props)} {...connection} />
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
  };
}

export const TextField = fieldOf((props: ComponentProps<'input'>) => (
  <input type="text" dir="auto" {...props} />
));

export const TextArea = fieldOf((props: ComponentProps<'textarea'>) => (
  <textarea dir="auto" rows={5} {...props} />
));

interface SelectProps extends ComponentProps<'select'> {
  options: readonly { value: string; label: string }[];
}

/** A native select, which works on phones, with screen readers and with keys. */
export const SelectField = fieldOf(({ options, ...props }: SelectProps) => (
  <select {...props}>
    {options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
));

function PasswordInput(props: ComponentProps<'input'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className={styles.withAction}>
      <input {...props} type={isShown ? 'text' : 'password'} />
      <button
        type="button"
        className={styles.action}
        aria-label={isShown ? 'Hide password' : 'Show password'}
        aria-controls={props.id}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon size={18} strokeWidth={1.6} aria-hidden />
      </button>
    </div>
  );
}

export const PasswordField = fieldOf(PasswordInput);

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

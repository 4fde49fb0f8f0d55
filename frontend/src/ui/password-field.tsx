import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';

import { Field, type FieldProps } from './field';
import styles from './field.module.css';

type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>;

export function PasswordField({ label, error, hint, ...input }: PasswordFieldProps) {
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

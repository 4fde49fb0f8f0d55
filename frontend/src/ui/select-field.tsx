import type { ComponentProps } from 'react';

import { Field, type FieldProps } from './field';

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectOwnProps extends FieldProps {
  options: readonly SelectOption[];
}

type SelectFieldProps = SelectOwnProps & Omit<ComponentProps<'select'>, 'id' | 'className'>;

/** A native select, which works on phones, with screen readers and with keys. */
export function SelectField({
  label,
  error,
  hint,
  isOptional = false,
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

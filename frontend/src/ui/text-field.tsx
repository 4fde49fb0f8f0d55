import type { ComponentProps } from 'react';

import { Field, type FieldProps } from './field';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className'>;

export function TextField({ label, error, hint, isOptional = false, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} isOptional={isOptional}>
      {(control) => <input type="text" dir="auto" {...input} {...control} />}
    </Field>
  );
}

import type { ComponentProps } from 'react';

import { Field, type FieldProps } from './field';

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className'>;

export function TextArea({ label, error, hint, isOptional = false, ...area }: TextAreaProps) {
  return (
    <Field label={label} error={error} hint={hint} isOptional={isOptional}>
      {(control) => <textarea dir="auto" rows={5} {...area} {...control} />}
    </Field>
  );
}

import { type SubmitEvent, useEffect, useState } from 'react';
import type * as z from 'zod/mini';

import { fetchCode } from '../code/fetch-code';
import { importWhenIdle } from '../code/when-idle';

interface FormCode {
  schema: z.ZodMiniType;
  /** What the form says when it could not be sent. */
  describe: (error: unknown) => string;
}

interface LazyFormOptions<Code extends FormCode> {
  /** Always the same function: its code is imported when the browser is idle, or when the form is sent. */
  load: () => Promise<Code>;
  /** Rejects when sending failed; the form then keeps what was typed. */
  send: (code: Code, values: z.output<Code['schema']>) => Promise<unknown>;
}

type FieldErrors = Partial<Record<PropertyKey, string>>;
type FormEvent = Pick<SubmitEvent<HTMLFormElement>, 'currentTarget'>;

/** The first sentence about each field. */
function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) errors[path[0] ?? ''] ??= message;
  return errors;
}

function focusField(form: HTMLFormElement, name: string | undefined): void {
  const field = form.elements.namedItem(name ?? '');
  if (field instanceof HTMLElement) field.focus();
}

/** A form that is shown before the code that checks and sends it is there. Its fields keep their own text. */
export function useLazyForm<Code extends FormCode>({ load, send }: LazyFormOptions<Code>) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => void importWhenIdle(load), [load]);

  /** Says beside each field what is wrong with it. */
  const check = (form: HTMLFormElement, { schema }: FormCode) => {
    const result = schema.safeParse(Object.fromEntries(new FormData(form)));
    const wrong = result.success ? {} : fieldErrors(result.error.issues);
    setErrors(wrong);
    return { values: result.data as z.output<Code['schema']>, wrong: Object.keys(wrong) };
  };
  const checkAndSend = async (form: HTMLFormElement) => {
    setProblem(null);
    const code = await fetchCode(load);
    const { values, wrong } = check(form, code);
    if (wrong.length > 0) return focusField(form, wrong[0]);
    await send(code, values).catch((error: unknown) => setProblem(code.describe(error)));
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    void checkAndSend(event.currentTarget)
      .catch(({ message }: Error) => setProblem(message))
      .finally(() => setIsBusy(false));
  };
  /** Checks again what was wrong. */
  const onInput = ({ currentTarget }: FormEvent) => {
    if (Object.keys(errors).length > 0) void load().then((code) => check(currentTarget, code));
  };
  return {
    /** For the field with this name. */
    field: (name: string & keyof z.input<Code['schema']>) => ({ name, error: errors[name] }),
    isBusy,
    setProblem,
    /** For `Form`. */
    formProps: { problem, onSubmit, onInput },
  };
}

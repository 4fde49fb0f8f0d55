import { zodResolver } from '@hookform/resolvers/zod';
import { type SubmitEvent, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';

interface SavingFormOptions<Input extends FieldValues, Output> {
  schema: z.ZodMiniType<Output, Input>;
  defaultValues: DefaultValues<Input>;
  /** Rejects when saving failed; the form then keeps what was typed. */
  save: (values: Output) => Promise<unknown>;
  /** What the form says about a failure; null when something else says it. */
  describe: (error: unknown) => string | null;
}

/** A form that is checked before it is saved, and cannot be sent twice. */
export function useSavingForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
  save,
  describe,
}: SavingFormOptions<Input, Output>) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues });
  const { register, getFieldState, getValues, setValue, handleSubmit, formState } = form;
  const send = handleSubmit(async (values) => {
    setProblem(null);
    await save(values).catch((error: unknown) => setProblem(describe(error)));
  });
  /** Takes over what a password manager has filled in without an event. */
  const readShown = (shown: HTMLFormElement) => {
    for (const input of shown.elements) {
      if (!(input instanceof HTMLInputElement) || input.type === 'checkbox') continue;
      const name = input.name as Path<Input>;
      if (typeof getValues(name) !== 'string' || getValues(name) === input.value) continue;
      setValue(name, input.value as PathValue<Input, Path<Input>>);
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    readShown(event.currentTarget);
    if (!formState.isSubmitting) void send(event);
  };
  return {
    form,
    formState,
    /** For the field with this name. */
    field: (name: Path<Input>) => ({
      ...register(name),
      error: getFieldState(name, formState).error?.message,
    }),
    isBusy: formState.isSubmitting,
    setProblem,
    /** For `Form`. */
    formProps: { problem, onSubmit },
  };
}

import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import { parseJson } from '../../lib/parse-json';
import { tabStore } from '../../lib/state/web-storage';

/** In sessionStorage, for a reload or the way back from Google; passwords are kept in memory only. */
const KEY = 'typed-sign-up';
const keptSchema = z.object({ name: z.string(), email: z.string(), terms: z.boolean() });

const nothing = { name: '', email: '', password: '', confirmPassword: '', terms: false };
export type TypedSignUp = typeof nothing;

let typed: TypedSignUp | null = null;

/** What was typed into the form before it was left. */
export function readTypedSignUp(): TypedSignUp {
  return typed ?? { ...nothing, ...keptSchema.safeParse(parseJson(tabStore.get(KEY) ?? '')).data };
}

export function forgetTypedSignUp(): void {
  typed = null;
  tabStore.remove(KEY);
}

/** Keeps what is typed into the form until an account is entered. */
export function useTypedSignUp({ subscribe }: Pick<UseFormReturn<TypedSignUp>, 'subscribe'>): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const { name, email, terms } = values;
          typed = values;
          tabStore.set(KEY, JSON.stringify({ name, email, terms }));
        },
      }),
    [subscribe],
  );
}

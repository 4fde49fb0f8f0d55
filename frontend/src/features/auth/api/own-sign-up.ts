import * as z from 'zod/mini';

import { tabStore } from '../../../lib/state/web-storage';

/**
 * The sign-up that was made in this browser. The page that opens a mailed link hands it over, which proves that the reader
 * of the mail also typed the password. It is a secret between the tabs of one origin.
 */
const signUpSchema = z.object({
  email: z.string().check(z.minLength(1)),
  /** Opaque; from the answer to the sign-up. */
  attempt: z.string().check(z.minLength(1)),
});

/** In sessionStorage: the last sign-up of the tab. */
const KEY = 'sign-up';
/** Mail programs open a link in a new tab, which asks the others on this channel. */
const CHANNEL = 'sign-up';
/** How long a tab waits for the answer of another, in milliseconds. */
const ANSWER_MS = 300;

const questionSchema = z.object({ wanted: z.string() });
const answerSchema = z.object({ found: signUpSchema });

export function rememberSignUp(signUp: {
  email?: string | undefined;
  attempt?: string | undefined;
}): void {
  const { data } = signUpSchema.safeParse(signUp);
  if (data) tabStore.set(KEY, JSON.stringify(data));
}

export function forgetSignUp(): void {
  tabStore.remove(KEY);
}

/** Gives a sign-up to the tab that opens its link, until the returned function is called. */
export function offerSignUp(signUp: { email: string; attempt?: string | undefined }): () => void {
  const { data: found } = signUpSchema.safeParse(signUp);
  if (!found) return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    const question = questionSchema.safeParse(data).data;
    if (question?.wanted === found.email) channel.postMessage({ found });
  };
  return () => channel.close();
}

/**
 * Finds the sign-up that was made with an address in this tab, or in another that still offers it.
 * @param email null when the link does not name it
 */
export async function findOwnSignUp(email: string | null): Promise<string | undefined> {
  const own = readSignUp();
  if (own && (email === null || own.email === email)) return own.attempt;
  return email === null ? undefined : askOtherTabs(email);
}

function readSignUp() {
  try {
    return signUpSchema.parse(JSON.parse(tabStore.get(KEY) ?? 'null'));
  } catch {
    return null;
  }
}

function askOtherTabs(email: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    const found = answerSchema.safeParse(data).data?.found;
    if (found?.email === email) resolve(found.attempt);
  };
  channel.postMessage({ wanted: email });
  setTimeout(() => resolve(undefined), ANSWER_MS);
  return promise.finally(() => channel.close());
}

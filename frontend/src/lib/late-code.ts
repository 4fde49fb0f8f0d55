import { useSyncExternalStore } from 'react';

/** Code that the page does not begin with could not be fetched. Browsers may remember that until the page is loaded again. */
export class MissingCodeError extends Error {}

let isTold = false;
const listeners = new Set<() => void>();

function setTold(next: boolean): void {
  isTold = next;
  for (const listener of listeners) listener();
}

/** Tells somebody who has asked for it that code is missing, and offers to load the page again. */
export function tellMissingCode(): void {
  setTold(true);
}

export function dismissMissingCode(): void {
  setTold(false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useMissingCode(): boolean {
  return useSyncExternalStore(subscribe, () => isTold);
}

/** Fetches code that comes after the page. Throws MissingCodeError when it cannot be fetched. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingCodeError('A part of the application could not be loaded', { cause });
  }
}

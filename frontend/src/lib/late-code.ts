import { useSyncExternalStore } from 'react';

/** A lazy module could not be fetched. Browsers may repeat the failure until the page is reloaded. */
export class MissingCodeError extends Error {}

let isTold = false;
const listeners = new Set<() => void>();

function setTold(next: boolean): void {
  isTold = next;
  for (const listener of listeners) listener();
}

/** Tells the user that code could not be fetched, and offers to reload the page. */
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

/** Imports a lazy module. Throws MissingCodeError when it cannot be fetched. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingCodeError('A part of the application could not be loaded', { cause });
  }
}

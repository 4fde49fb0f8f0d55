import { createStore } from './create-store';

/** A lazy module could not be fetched. Browsers may repeat the failure until the page is reloaded. */
export class MissingCodeError extends Error {}

const isTold = createStore(false);

/** Tells the user that code could not be fetched, and offers to reload the page. */
export function tellMissingCode(): void {
  isTold.set(true);
}

export function dismissMissingCode(): void {
  isTold.set(false);
}

export function useMissingCode(): boolean {
  return isTold.useValue();
}

/** Imports a lazy module. Throws MissingCodeError when it cannot be fetched. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingCodeError('A part of the application could not be loaded', { cause });
  }
}

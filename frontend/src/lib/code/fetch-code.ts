/** A lazy module could not be fetched. Browsers may repeat the failure until the page is reloaded. */
export class MissingCodeError extends Error {
  constructor(cause?: unknown) {
    super('This could not be loaded. Check your connection and load the page again.', { cause });
  }
}

/** Imports a lazy module. Throws MissingCodeError when it cannot be fetched. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingCodeError(cause);
  }
}

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

/** For `catch`: uses `instead` for a file that cannot be read, but throws again when the code to read it is missing. */
export function unlessCodeIsMissing<Value>(instead: Value) {
  return (error: unknown): Value => {
    if (error instanceof MissingCodeError) throw error;
    return instead;
  };
}

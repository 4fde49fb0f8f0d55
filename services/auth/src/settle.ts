/**
 * Waits for work that has to happen before a transaction. Returns a function that gives its result or throws its error:
 * called inside `inbox.once`, it refuses only a first message, and a repeated one gets the reply of the first.
 */
export async function settle<Result>(work: Promise<Result>): Promise<() => Result> {
  const [outcome] = await Promise.allSettled([work]);
  return () => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}

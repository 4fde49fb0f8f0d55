/**
 * Waits for work that has to happen before a transaction. Returns a function that returns the work's result or throws
 * its error. Called inside `inbox.once`, it can refuse only the first message; a repeat gets the first one's reply.
 */
export async function settle<Result>(work: Promise<Result>): Promise<() => Result> {
  const [outcome] = await Promise.allSettled([work]);
  return () => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}

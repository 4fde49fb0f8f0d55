/**
 * Waits for work that has to happen before a transaction, such as hashing. The returned function gives the work's result
 * or throws its error: called inside `inbox.once`, the error refuses only the first message, and a repeat gets the first
 * one's reply.
 */
export async function deferError<Result>(work: Promise<Result>): Promise<() => Result> {
  const [outcome] = await Promise.allSettled([work]);
  return () => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}

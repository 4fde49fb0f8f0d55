/**
 * Waits for work that has to happen before a transaction and keeps its outcome: the result, or the
 * error to throw, is had by calling what this returns. So a refusal can be given inside
 * `inbox.once`, where a repeated message gets the first one's reply instead.
 */
export async function settle<Result>(work: Promise<Result>): Promise<() => Result> {
  const [outcome] = await Promise.allSettled([work]);
  return () => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}

/**
 * Waits for work that has to happen before a transaction, such as hashing. The returned function gives the work's result
 * or throws its error; it is called inside `inbox.once`. A repeat of the message gets the first reply, even if the work
 * fails this time.
 */
export async function settleBefore<Result>(work: Promise<Result>): Promise<() => Result> {
  const [outcome] = await Promise.allSettled([work]);
  return () => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}

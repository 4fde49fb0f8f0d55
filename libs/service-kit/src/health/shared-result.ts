/** Calls a function at most once in this time; whoever asks in between shares its last result. */
export function sharedResult<Result>(forMs: number, call: () => Result): () => Result {
  let last: { result: Result; calledAt: number } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.calledAt >= forMs) {
      last = { result: call(), calledAt: now };
    }
    return last.result;
  };
}

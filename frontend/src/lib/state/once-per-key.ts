/**
 * Runs `work` once for each key and gives every caller the same promise. For codes and tokens that work once, because
 * effects run twice in StrictMode and again when a page is shown again.
 */
export function oncePerKey<Result>(work: (key: string) => Promise<Result>) {
  const runs = new Map<string, Promise<Result>>();
  return (key: string): Promise<Result> => {
    const known = runs.get(key);
    if (known) return known;
    const run = work(key);
    runs.set(key, run);
    return run;
  };
}

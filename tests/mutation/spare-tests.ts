/** Of one change of the sources: the names of the tests that ran its code, and of those that failed. */
interface Outcome {
  coveredBy?: string[] | undefined;
  killedBy?: string[] | undefined;
}

/**
 * Names of tests that notice no change which no other test notices; of two that notice the same, the first run is named.
 * Needs results for which every test ran, not only those up to the first that failed.
 */
export function spareTests(results: readonly Outcome[]): string[] {
  const killers = results.map(({ killedBy = [] }) => new Set(killedBy));
  const tests = new Set(results.flatMap(({ coveredBy = [] }) => coveredBy));
  return [...tests].filter((test) => {
    const noticed = killers.filter((names) => names.has(test));
    if (noticed.some(({ size }) => size === 1)) return false;
    for (const names of noticed) names.delete(test);
    return true;
  });
}

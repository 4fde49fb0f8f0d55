/** The two halves of a title: what is done to the product, and what has to hold then. */
interface CaseText {
  done: string;
  expected: string;
}

const LONGEST_CASE_MS = 120_000;

/** A numbered test. `run` may say what it measured. */
export function batteryCase(
  id: string,
  { done, expected }: CaseText,
  run: (seen: (text: string) => void) => Promise<void>,
  timeoutMs = LONGEST_CASE_MS,
): void {
  const seen = (text: string) => void process.stdout.write(`  ${id}: ${text}\n`);
  test(`[${id}] ${done}: ${expected}`, () => run(seen), timeoutMs);
}

/** A case that cannot be run on this machine: skipped, and said why. */
batteryCase.impossible = (
  id: string,
  { done, expected, reason }: CaseText & { reason: string },
): void => {
  process.stdout.write(`  ${id} is not run: ${reason}\n`);
  test.skip(`[${id}] ${done}: ${expected}`, () => undefined);
};

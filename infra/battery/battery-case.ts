import { leaveRow } from './row.ts';

/** The two sentences that say what a case is. */
interface CaseText {
  /** What is done to the product, under which load. */
  done: string;
  /** What has to hold then. */
  expected: string;
}

const LONGEST_CASE_MS = 120_000;
/** The note an unexpected failure leaves in the table is one line of this length. */
const LONGEST_NOTE = 240;

const seconds = (began: number): number => Math.round((performance.now() - began) / 100) / 10;

// Jest colours its messages.
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** The message of a failure in one line, without colours and without where it happened. */
export function firstWords(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [text = ''] = message.replace(COLOURS, '').split(/\n\s+at /);
  const words = text.split(/\s+/).join(' ').trim();
  return words.slice(0, LONGEST_NOTE);
}

/**
 * A test that is also a row of the table: its id, what was done, what was expected, what was seen. The row is
 * written when the test fails, too. `run` says with `seen` what it measured, in the order of the sentence.
 */
export function batteryCase(
  id: string,
  { done, expected }: CaseText,
  run: (seen: (text: string) => void) => Promise<void>,
  timeoutMs = LONGEST_CASE_MS,
): void {
  const finish = async (notes: string[], began: number, failure?: unknown) => {
    const verdict = failure === undefined ? 'passed' : 'failed';
    const words = failure === undefined ? notes : [...notes, `failure: ${firstWords(failure)}`];
    const at = new Date().toISOString();
    await leaveRow({
      ...{ id, done, expected, verdict, at },
      seen: words.join('; '),
      seconds: seconds(began),
    });
  };
  test(
    `${id}: ${done}`,
    async () => {
      const notes: string[] = [];
      const began = performance.now();
      try {
        await run((text) => notes.push(text));
      } catch (error) {
        await finish(notes, began, error);
        throw error;
      }
      await finish(notes, began);
    },
    timeoutMs,
  );
}

/** A case that cannot be run on this machine: its row says why, and nothing counts as passed. */
batteryCase.impossible = (
  id: string,
  { done, expected, reason }: CaseText & { reason: string },
): void => {
  test(`${id}: ${done}`, async () => {
    const at = new Date().toISOString();
    await leaveRow({ id, done, expected, seen: reason, verdict: 'not run', seconds: 0, at });
  });
};

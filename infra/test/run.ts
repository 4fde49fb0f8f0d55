// `npm test`: every check and every test of the workspace, one step after another, then one line of numbers.
// `npm test -- unit e2e` runs these steps alone.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../stack/programs.ts';
import { type Counts, summary } from './counts.ts';
import { execute } from './execute.ts';
import { type Step, steps } from './steps.ts';

interface Outcome {
  step: string;
  ok: boolean;
  counts: Counts;
  seconds: number;
}

/** A step that failed without saying how many tests failed counts as one failure. */
function countsOf(step: Step, ok: boolean): Counts {
  const single = { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  if (!step.counts) return single;
  try {
    const counts = step.counts();
    return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } catch {
    return single;
  }
}

async function runStep(step: Step): Promise<Outcome> {
  console.log(`\n=== ${step.name} ===`);
  const began = performance.now();
  const ok = await execute(step);
  const counts = countsOf(step, ok);
  return { step: step.name, ok, counts, seconds: (performance.now() - began) / 1000 };
}

function table(outcomes: Outcome[]): string {
  const line = ({ step, ok, counts, seconds }: Outcome) =>
    [
      `  ${ok ? 'ok    ' : 'FAILED'}`,
      step.padEnd(12),
      `${counts.passed} passed`.padStart(12),
      `${counts.failed} failed`.padStart(10),
      `${seconds.toFixed(0)} s`.padStart(7),
    ].join(' ');
  return outcomes.map(line).join('\n');
}

function chosenSteps(names: string[]): Step[] {
  const all = steps();
  const unknown = names.filter((name) => !all.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `No step is called ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}`,
    );
  }
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

const chosen = chosenSteps(process.argv.slice(2));
await rm(join(ROOT, 'reports'), { recursive: true, force: true });
await mkdir(join(ROOT, 'reports'));
const outcomes: Outcome[] = [];
for (const step of chosen) outcomes.push(await runStep(step));

console.log(`\n${table(outcomes)}\n`);
console.log(summary(outcomes.map(({ counts }) => counts)));
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;

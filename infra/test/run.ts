// `npm test`: every check and every test of the workspace, then one line of numbers.
// `npm test -- unit e2e` runs these steps alone.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../stack/programs.ts';
import { type Counts, summary } from './counts.ts';
import { execute } from './execute.ts';
import { RunConsole } from './run-console.ts';
import { lanes, type Step } from './steps.ts';

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

async function runStep(step: Step, run: (step: Step) => Promise<boolean>): Promise<Outcome> {
  const began = performance.now();
  const ok = await run(step);
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

function chosenLanes(names: string[]): Step[][] {
  const all = lanes();
  const known = all.flat().map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`No step is called ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  }
  const isChosen = ({ name }: Step) => names.length === 0 || names.includes(name);
  return all.map((lane) => lane.filter(isChosen)).filter((lane) => lane.length > 0);
}

async function runLane(lane: Step[], run: (step: Step) => Promise<boolean>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of lane) outcomes.push(await runStep(step, run));
  return outcomes;
}

/** A single lane writes to the terminal as it goes. */
function live(step: Step): Promise<boolean> {
  console.log(`\n=== ${step.name} ===`);
  return execute(step);
}

async function sideBySide(chosen: Step[][]): Promise<Outcome[]> {
  const display = new RunConsole();
  const run = (step: Step) => display.show(step.name, (onOutput) => execute(step, onOutput));
  const outcomes = await Promise.all(chosen.map((lane) => runLane(lane, run)));
  display.end();
  return outcomes.flat();
}

const began = performance.now();
const chosen = chosenLanes(process.argv.slice(2));
await rm(join(ROOT, 'reports'), { recursive: true, force: true });
await mkdir(join(ROOT, 'reports'));
const outcomes = chosen.length > 1 ? await sideBySide(chosen) : await runLane(chosen.flat(), live);

const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(`\n${table(outcomes)}\n\nAll of it took ${seconds} s.`);
console.log(summary(outcomes.map(({ counts }) => counts)));
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;

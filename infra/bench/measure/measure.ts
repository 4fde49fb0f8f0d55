import { setTimeout as delay } from 'node:timers/promises';
import { total } from '../report/series.ts';
import type { Measurement } from '../results.ts';
import type { Stores } from '../subjects/stores.ts';
import type { RunningSubject, Work } from '../subjects/subject.ts';
import type { HttpLoad, LoadGenerator, LoadOrder } from './load.ts';
import { cpuOf, type Groups } from './processes.ts';

const WINDOW_MS = 300;
/** Share of one processor that a system may use and still count as quiet. */
const QUIET_SHARE = 0.08;
const QUIET_WITHIN_MS = 20_000;

/** The processes that work for a subject: its own and the stores. */
export const groupsOf = (stores: Stores, subject: RunningSubject): Groups => ({
  own: subject.processes().map(({ pid }) => pid),
  ...stores.groups(),
});

/** Waits until nothing of the measurement before is still being worked on; gives up after a while. */
async function becomesQuiet(groups: Groups): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS;
  let before = total(cpuOf(groups));
  while (performance.now() < deadline) {
    await delay(WINDOW_MS);
    const now = total(cpuOf(groups));
    if (now - before <= WINDOW_MS * QUIET_SHARE) return;
    before = now;
  }
}

/** Runs one operation for a while and tells what it took, the processor time of all processes included. */
export async function measure(
  { generator, groups }: { generator: LoadGenerator; groups: Groups },
  load: HttpLoad | Work,
  order: LoadOrder,
): Promise<Measurement> {
  await becomesQuiet(groups);
  const before = cpuOf(groups);
  const run = typeof load === 'function' ? load(order) : generator.run(load, order);
  const { requests, seconds, failures, failure, ...times } = await run;
  const after = cpuOf(groups);
  const perRequest = Object.entries(after).map(([name, ms]) => [
    name,
    (ms - (before[name] ?? 0)) / requests,
  ]);
  return {
    ...{ requests, requestsPerSecond: requests / seconds, ...times },
    cpuMs: Object.fromEntries(perRequest) as Record<string, number>,
    failures,
    ...(failure === undefined ? {} : { failure }),
  };
}

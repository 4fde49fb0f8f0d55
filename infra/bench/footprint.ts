import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from './compare.ts';
import type { HttpLoad, LoadOrder } from './measure/load.ts';
import { type Groups, memoryOf } from './measure/processes.ts';
import { turned } from './measure/statistics.ts';
import { total } from './report/series.ts';
import type { Footprint } from './results.ts';
import type { RunningSubject, Subject, Work } from './subjects/subject.ts';

const STARTS = 3;
/** Without requests, before memory at rest is read. */
const REST_MS = 5_000;
const SAMPLE_EVERY_MS = 250;
const LARGEST_FILE_BYTES = 5 * 1024 * 1024;

const byProcess = (subject: RunningSubject): Groups =>
  Object.fromEntries(subject.processes().map(({ name, pid }) => [name, [pid]]));

/** The most each process had, and all of them at one time, while the work was done. */
class Peak {
  readonly processes: Record<string, number> = {};
  together = 0;

  private note(memory: Record<string, number>): void {
    this.together = Math.max(this.together, total(memory));
    for (const [name, mib] of Object.entries(memory)) {
      this.processes[name] = Math.max(this.processes[name] ?? 0, mib);
    }
  }

  async during(groups: Groups, work: Promise<unknown>): Promise<void> {
    let isOver = false;
    const ending = work.finally(() => (isOver = true));
    // A failure is told by the wait at the end.
    ending.catch(() => undefined);
    while (!isOver) {
      this.note(memoryOf(groups));
      await delay(SAMPLE_EVERY_MS);
    }
    await ending;
  }
}

function perform(bench: Bench, load: HttpLoad | Work, order: LoadOrder): Promise<unknown> {
  return typeof load === 'function' ? load(order) : bench.generator.run(load, order);
}

/** Memory at rest and the most under the load of every operation with 32 connections, one after the other. */
async function memory(
  bench: Bench,
  subject: RunningSubject,
  seconds: number,
): Promise<Omit<Footprint, 'startSeconds' | 'processStartSeconds'>> {
  await delay(REST_MS);
  const groups = byProcess(subject);
  const idleMiB = memoryOf(groups);
  const peak = new Peak();
  for (const load of Object.values(subject.requests)) {
    await peak.during(groups, perform(bench, load, { connections: 32, seconds }));
  }
  const storesMiB = memoryOf(bench.stores.groups());
  const large = await largeUploads(bench, subject, seconds);
  await subject.tidy?.();
  return { idleMiB, peakMiB: peak.together, storesMiB, ...large };
}

/** Starts each process several times while the others are up. */
async function processStarts({
  processes,
  startAgain,
}: RunningSubject): Promise<Pick<Footprint, 'processStartSeconds'>> {
  if (!startAgain) return {};
  const processStartSeconds: Record<string, number[]> = {};
  for (const { name } of processes()) {
    const seconds: number[] = [];
    while (seconds.length < STARTS) seconds.push(await startAgain(name));
    processStartSeconds[name] = seconds;
  }
  return { processStartSeconds };
}

/** The most memory of each process while 64 of the largest files are on their way in. */
async function largeUploads(
  { generator }: Bench,
  subject: RunningSubject,
  seconds: number,
): Promise<Pick<Footprint, 'largeUploadsMiB'>> {
  const upload = subject.requests.upload;
  if (typeof upload !== 'object' || upload.file === undefined) return {};
  const load = { ...upload, file: { ...upload.file, bytes: LARGEST_FILE_BYTES } };
  const peak = new Peak();
  await peak.during(byProcess(subject), generator.run(load, { connections: 64, seconds }));
  return { largeUploadsMiB: peak.processes };
}

/** Starts every subject several times, each alone on the stores, and reads its memory in the last start. */
export async function footprints(
  bench: Bench,
  subjects: readonly Subject[],
  seconds: number,
): Promise<Record<string, Footprint>> {
  const starts = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 1; round < STARTS; round += 1) {
    for (const subject of turned(subjects, round)) {
      const up = await startAlone(bench, subject);
      if (up) starts.get(subject.name)?.push(up.startSeconds);
      await up?.stop();
    }
  }
  const found: Record<string, Footprint> = {};
  for (const subject of subjects) {
    const up = await startAlone(bench, subject);
    if (!up) continue;
    try {
      const startSeconds = [...(starts.get(subject.name) ?? []), up.startSeconds];
      const footprint = {
        startSeconds,
        ...(await memory(bench, up, seconds)),
        ...(await processStarts(up)),
      };
      bench.say(`  ${subject.title}: ${describe(footprint)}`);
      found[subject.name] = footprint;
    } finally {
      await up.stop();
    }
  }
  return found;
}

/** Nothing when it does not start: what was measured of the others counts all the same. */
async function startAlone(
  bench: Bench,
  { title, start }: Subject,
): Promise<RunningSubject | undefined> {
  try {
    const up = await start(bench.stores);
    bench.say(`  ${title}: first list after ${up.startSeconds.toFixed(2)} s`);
    return up;
  } catch (error) {
    bench.say(`  ${title} does not start alone: ${String(error)}`);
    return undefined;
  }
}

const describe = ({ idleMiB, peakMiB }: Footprint): string =>
  `${Math.round(total(idleMiB))} MiB at rest, ${Math.round(peakMiB)} MiB at most`;

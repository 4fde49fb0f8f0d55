import autocannon from 'autocannon';

import type { Operation } from './options.ts';
import { cpuOf, type Groups } from './processes.ts';
import type { Load, Subject } from './subject.ts';

/** What one subject did in one round. */
export interface Measurement {
  requestsPerSecond: number;
  meanMs: number;
  p99Ms: number;
  /** Processor time of all its processes and stores for one request. */
  cpuMs: number;
  /** That of its own processes alone. */
  ownCpuMs: number;
  /** Answers other than 2xx, and connections that broke. */
  failures: number;
}

/** Processor time so far: of all groups, and of the services alone. */
function cpuSoFar(groups: Groups): { all: number; own: number } {
  const byGroup = cpuOf(groups);
  const all = Object.values(byGroup).reduce((total, value) => total + value, 0);
  return { all, own: byGroup.services ?? 0 };
}

async function run({ origin, groups }: Subject, load: Load, connections: number, seconds: number) {
  const before = cpuSoFar(groups());
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: load.requests.map((request) => ({ ...request })),
    timeout: 60,
  });
  const after = cpuSoFar(groups());
  const good = result['2xx'];
  return {
    requestsPerSecond: good / result.duration,
    meanMs: result.latency.mean,
    p99Ms: result.latency.p99,
    cpuMs: (after.all - before.all) / good,
    ownCpuMs: (after.own - before.own) / good,
    failures: result.non2xx + result.errors,
  };
}

/** Repeats an operation for some seconds; each caller waits for its answers. Undefined when nothing succeeded. */
export async function measure(
  subject: Subject,
  operation: Operation,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measurement | undefined> {
  const load = subject.loads[operation];
  if (!load) return undefined;
  const measured = await run(subject, load, connections, seconds);
  await load.tidy?.();
  return measured.requestsPerSecond > 0 ? measured : undefined;
}

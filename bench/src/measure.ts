import autocannon from 'autocannon';

import type { Operation } from './options.ts';
import { cpuOf } from './processes.ts';
import type { Load, Subject } from './subject.ts';

/** What one subject did in one round. */
export interface Measurement {
  requestsPerSecond: number;
  meanMs: number;
  p99Ms: number;
  /** Processor time of all its processes and stores for one request. */
  cpuMs: number;
  /** Answers other than 2xx, and connections that broke. */
  failures: number;
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

async function run({ origin, groups }: Subject, load: Load, connections: number, seconds: number) {
  const before = sum(Object.values(cpuOf(groups())));
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: load.requests.map((request) => ({ ...request })),
    timeout: 60,
  });
  const cpuMs = sum(Object.values(cpuOf(groups()))) - before;
  const good = result['2xx'];
  return {
    requestsPerSecond: good / result.duration,
    meanMs: result.latency.mean,
    p99Ms: result.latency.p99,
    cpuMs: cpuMs / good,
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

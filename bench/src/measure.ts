import autocannon from 'autocannon';

import { cpuSoFar } from './processes.ts';
import type { Operation, Subject } from './subject.ts';

/** What one subject did in one round, by the heads of the report's columns. */
export type Measurement = NonNullable<Awaited<ReturnType<typeof measure>>>;

/** Repeats an operation for some seconds; each caller waits for its answers. Undefined when nothing succeeded. */
export async function measure(
  { origin, groups, loads }: Subject,
  operation: Operation,
  { connections, seconds }: { connections: number; seconds: number },
) {
  const { requests = [], tidy } = loads[operation] ?? {};
  const before = cpuSoFar(groups());
  const result = await autocannon({
    ...{ url: origin, connections, duration: seconds, timeout: 60 },
    requests: requests.map((request) => ({ ...request })),
  });
  const after = cpuSoFar(groups());
  await tidy?.();
  const good = result['2xx'];
  if (good === 0) return undefined;
  /** Processor time of these processes for one request. */
  const cpuMs = (names: string[]) =>
    names.reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0) / good;
  return {
    'requests/s': good / result.duration,
    'mean ms': result.latency.mean,
    'p99 ms': result.latency.p99,
    'CPU ms': cpuMs(Object.keys(after)),
    'without stores': cpuMs(['services', 'gateway']),
    PostgreSQL: cpuMs(['postgres']),
    Redis: cpuMs(['redis']),
    /** Answers other than 2xx, and connections that broke. */
    failed: result.non2xx + result.errors,
  };
}

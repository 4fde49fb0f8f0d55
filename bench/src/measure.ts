import autocannon from 'autocannon';

import { cpuSoFar } from './processes.ts';
import type { Operation, Subject } from './subject.ts';

/** What one subject did in one round. */
export interface Measurement {
  requestsPerSecond: number;
  meanMs: number;
  p99Ms: number;
  /** Processor time of all its processes and stores for one request. */
  cpuMs: number;
  /** That of its own processes, of PostgreSQL and of Redis alone. */
  ownCpuMs: number;
  databaseCpuMs: number;
  redisCpuMs: number;
  /** Answers other than 2xx, and connections that broke. */
  failures: number;
}

/** Repeats an operation for some seconds; each caller waits for its answers. Undefined when nothing succeeded. */
export async function measure(
  { origin, groups, loads }: Subject,
  operation: Operation,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measurement | undefined> {
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
  return {
    requestsPerSecond: good / result.duration,
    meanMs: result.latency.mean,
    p99Ms: result.latency.p99,
    cpuMs: (after.all - before.all) / good,
    ownCpuMs: (after.own - before.own) / good,
    databaseCpuMs: (after.postgres - before.postgres) / good,
    redisCpuMs: (after.redis - before.redis) / good,
    failures: result.non2xx + result.errors,
  };
}

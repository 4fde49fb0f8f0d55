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
  /** That of its own processes, of PostgreSQL and of Redis alone. */
  ownCpuMs: number;
  databaseCpuMs: number;
  redisCpuMs: number;
  /** Answers other than 2xx, and connections that broke. */
  failures: number;
}

/** Processor time so far. */
function cpuSoFar(groups: Groups) {
  const byGroup = cpuOf(groups);
  const all = Object.values(byGroup).reduce((total, value) => total + value, 0);
  const { services = 0, postgres = 0, redis = 0 } = byGroup;
  return { all, services, postgres, redis };
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
    ownCpuMs: (after.services - before.services) / good,
    databaseCpuMs: (after.postgres - before.postgres) / good,
    redisCpuMs: (after.redis - before.redis) / good,
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

// `npm run bench:transport [-- <rounds> <milliseconds>]`: this transport beside Nest's own Redis and TCP transports.
import type { ChildProcess } from 'node:child_process';

import { freePort, redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { Redis } from 'ioredis';

import { Callers, type FullMeasurement, startReplica, stop } from './processes.js';
import { type Addresses, type TransportName, transportNames } from './transports.js';

const rounds = Number(process.argv[2] ?? 7);
const durationMs = Number(process.argv[3] ?? 2_000);
const WARM_UP_MS = 1_500;
/** Requests that a replica of the 5 ms handler works on at once: few, so that the replica is the limit. */
const REPLICA_CONCURRENCY = 4;

const redis = await RedisProcess.start(redisKinds[0] ?? 'js-redis-server');
const addresses: Addresses = { redisPort: redis.port, tcpPort: await freePort() };
const replicas = new Map<TransportName, ChildProcess>();
const monitor = new Redis(redis.url);
const callers = await Callers.start(addresses);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return ((sorted[low] ?? NaN) + (sorted[high] ?? NaN)) / 2;
}

function replicaOf(transport: TransportName): ChildProcess {
  const replica = replicas.get(transport);
  if (!replica) throw new Error(`no replica for ${transport}`);
  return replica;
}

/** Measures every transport once per round, beginning with another one each round. */
async function compare(parallel: number): Promise<void> {
  const results = new Map<TransportName, FullMeasurement[]>(
    transportNames.map((name) => [name, []]),
  );
  const measure = (transport: TransportName, forMs: number) =>
    callers.measureWithCpu(
      { transport, pattern: 'bench.echo', callers: parallel, durationMs: forMs },
      replicaOf(transport),
      monitor,
    );
  for (const name of transportNames) await measure(name, WARM_UP_MS);
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % transportNames.length;
    for (const name of [...transportNames.slice(turn), ...transportNames.slice(0, turn)]) {
      results.get(name)?.push(await measure(name, durationMs));
    }
  }
  report(parallel, results);
}

function report(parallel: number, results: ReadonlyMap<TransportName, FullMeasurement[]>): void {
  console.log(`\n${parallel} caller(s), ${rounds} rounds of ${durationMs} ms, medians`);
  const reference = results.get('redis') ?? [];
  const rows = [...results].map(([name, measurements]) => {
    const of = (key: keyof FullMeasurement) => median(measurements.map((one) => one[key]));
    const ratio = (key: keyof FullMeasurement) =>
      median(measurements.map((one, at) => one[key] / (reference[at]?.[key] ?? NaN))).toFixed(2);
    return {
      transport: name,
      'requests/s': Math.round(of('requestsPerSecond')),
      'median ms': Number(of('medianMs').toFixed(3)),
      'p99 ms': Number(of('p99Ms').toFixed(3)),
      'CPU us': Math.round(of('cpuMicros')),
      'throughput / redis': ratio('requestsPerSecond'),
      'latency / redis': ratio('medianMs'),
      'CPU / redis': ratio('cpuMicros'),
    };
  });
  console.table(rows);
}

async function scale(): Promise<void> {
  const measure = () =>
    callers.measure({
      transport: 'streams',
      pattern: 'bench.five-milliseconds',
      callers: 64,
      durationMs,
    });
  const limits = { concurrency: REPLICA_CONCURRENCY };
  const scaled = [await startReplica('streams', addresses, limits)];
  await measure();
  const one = median(
    [await measure(), await measure(), await measure()].map((m) => m.requestsPerSecond),
  );
  scaled.push(...(await Promise.all([1, 2].map(() => startReplica('streams', addresses, limits)))));
  await measure();
  const three = median(
    [await measure(), await measure(), await measure()].map((m) => m.requestsPerSecond),
  );
  await Promise.all(scaled.map(stop));
  console.log(
    `\n5 ms handler, ${REPLICA_CONCURRENCY} at once per replica: ` +
      `${Math.round(one)}/s with one, ${Math.round(three)}/s with three: ${(three / one).toFixed(2)}x`,
  );
}

try {
  for (const name of transportNames) replicas.set(name, await startReplica(name, addresses));
  await compare(1);
  await compare(64);
  await Promise.all([...replicas.values()].map(stop));
  await scale();
} finally {
  await Promise.all([...replicas.values()].map(stop));
  await callers.stop();
  monitor.disconnect();
  await redis.stop();
}

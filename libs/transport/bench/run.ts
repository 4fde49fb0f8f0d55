// `npm run bench:transport [-- <rounds> <milliseconds>]`: this transport beside Nest's own Redis and TCP transports, BullMQ
// and JetStream, each with settings that keep what waits over a restart of its broker, if it can.
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';

import { makeContenders, streamsOn } from './contenders.js';
import { type FullMeasurement, measure, RunningContender, start, stop } from './processes.js';

const rounds = Number(process.argv[2] ?? 7);
const durationMs = Number(process.argv[3] ?? 2_000);
const WARM_UP_MS = 1_500;
/** Requests that a replica of the 5 ms handler works on at once: few, so that the replica is the limit. */
const REPLICA_CONCURRENCY = 4;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return ((sorted[low] ?? NaN) + (sorted[high] ?? NaN)) / 2;
}

/** Measures every transport once per round, beginning with another one each round. */
async function compare(running: readonly RunningContender[], callers: number): Promise<void> {
  const results = new Map<string, FullMeasurement[]>();
  const order = { pattern: 'bench.echo', callers };
  for (const one of running) {
    results.set(one.contender.name, []);
    await one.measure({ ...order, durationMs: WARM_UP_MS });
  }
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % running.length;
    for (const one of [...running.slice(turn), ...running.slice(0, turn)]) {
      results.get(one.contender.name)?.push(await one.measure({ ...order, durationMs }));
    }
  }
  report(callers, results);
}

function report(callers: number, results: ReadonlyMap<string, FullMeasurement[]>): void {
  console.log(`\n${callers} caller(s), ${rounds} rounds of ${durationMs} ms, medians`);
  const reference = results.get('redis') ?? [];
  const rows = [...results].map(([transport, measurements]) => {
    const of = (key: keyof FullMeasurement) => median(measurements.map((one) => one[key]));
    const ratio = (key: keyof FullMeasurement) =>
      median(measurements.map((one, at) => one[key] / (reference[at]?.[key] ?? NaN))).toFixed(2);
    return {
      transport,
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

async function scale(redis: RedisProcess): Promise<void> {
  const contender = streamsOn(redis, { concurrency: REPLICA_CONCURRENCY });
  const callers = await start('callers.ts', contender);
  const order = { pattern: 'bench.five-milliseconds', callers: 64, durationMs };
  const throughput = async () => {
    await measure(callers, order);
    const measured: number[] = [];
    for (let round = 0; round < 3; round += 1)
      measured.push((await measure(callers, order)).requestsPerSecond);
    return median(measured);
  };
  const replicas = [await start('replica.ts', contender)];
  const one = await throughput();
  replicas.push(await start('replica.ts', contender), await start('replica.ts', contender));
  const three = await throughput();
  await Promise.all([callers, ...replicas].map(stop));
  console.log(
    `\n5 ms handler, ${REPLICA_CONCURRENCY} at once per replica: ` +
      `${Math.round(one)}/s with one, ${Math.round(three)}/s with three: ${(three / one).toFixed(2)}x`,
  );
}

// JetStream writes to a file and flushes it every now and then; so does Redis with this.
const settings = ['--appendonly', 'yes', '--appendfsync', 'everysec'];
const redis = await RedisProcess.start(redisKinds[0] ?? 'js-redis-server', { settings });
const running: RunningContender[] = [];
try {
  for (const contender of await makeContenders(redis))
    running.push(await RunningContender.start(contender));
  for (const callers of [1, 8, 64]) await compare(running, callers);
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await scale(redis);
} finally {
  await Promise.all(running.map((one) => one.stop()));
  await redis.stop();
}

// Checks one password again and again, as many at once as its parent says: what every login costs at least.
// libuv's four threads keep up to four processors busy; the first argument is the password's hash, the second the password.
import { verify } from '@node-rs/argon2';
import type { LoadOrder, LoadResult } from '../measure/load.ts';
import { quantile } from '../measure/statistics.ts';

const [, , hash = '', password = ''] = process.argv;

async function run({ connections, seconds }: LoadOrder): Promise<LoadResult> {
  const latencies: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  const check = async () => {
    for (let now = performance.now(); now < until; now = performance.now()) {
      if (!(await verify(hash, password))) throw new Error('The password does not fit its hash');
      latencies.push(performance.now() - now);
    }
  };
  await Promise.all(Array.from({ length: connections }, check));
  const elapsed = (performance.now() - began) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    requests: latencies.length,
    seconds: elapsed,
    medianMs: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    firstByteMs: NaN,
    failures: 0,
  };
}

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));

import type { LoadGenerator } from './measure/load.ts';
import { groupsOf, measure } from './measure/measure.ts';
import { median, turned } from './measure/statistics.ts';
import { Steadiness } from './measure/steadiness.ts';
import type { Options } from './options.ts';
import { total } from './report/series.ts';
import type { Measurement, Series } from './results.ts';
import type { Stores } from './subjects/stores.ts';
import type { Operation, RunningSubject } from './subjects/subject.ts';

/** Turns before the first round of an operation: as many as it takes, and never more than `most`. */
const WARM_UP = { seconds: 2, most: 20 };

/** What measuring needs; see Session. */
export interface Bench {
  stores: Stores;
  generator: LoadGenerator;
  running: ReadonlyMap<string, RunningSubject>;
  say: (line: string) => void;
}

async function measureOne(
  { stores, generator, running, say }: Bench,
  name: string,
  operation: Operation,
  order: { connections: number; seconds: number },
): Promise<Measurement | null> {
  const subject = running.get(name);
  const load = subject?.requests[operation];
  if (!subject || !load) return null;
  try {
    const one = await measure({ generator, groups: groupsOf(stores, subject) }, load, order);
    if (operation === 'upload') await subject.tidy?.();
    if (one.failures > 0) say(`    ${name}: ${one.failures} failed, e.g. ${one.failure}`);
    return one.requests > 0 ? one : null;
  } catch (error) {
    say(`    ${name}: ${String(error)}`);
    return null;
  }
}

/**
 * Runs an operation until its processor time is steady, so that nobody is measured while it is still compiled: V8 goes
 * on with that for thousands of requests. Gives their number.
 */
async function warmUp(
  bench: Bench,
  name: string,
  operation: Operation,
  connections: number,
): Promise<number> {
  const steadiness = new Steadiness();
  let requests = 0;
  for (let turn = 0; turn < WARM_UP.most && !steadiness.isReached; turn += 1) {
    const order = { connections, seconds: WARM_UP.seconds };
    const one = await measureOne(bench, name, operation, order);
    requests += one?.requests ?? 0;
    steadiness.note(one ? total(one.cpuMs) : Number.POSITIVE_INFINITY);
  }
  return requests;
}

/** Every subject once in each round, the order turning from round to round. */
async function compareOne(
  bench: Bench,
  operation: Operation,
  order: { connections: number; seconds: number },
  rounds: number,
): Promise<Series> {
  const names = [...bench.running].flatMap(([name, { requests }]) =>
    requests[operation] ? [name] : [],
  );
  const series: Series = {
    operation,
    connections: order.connections,
    warmUps: {},
    rounds: Object.fromEntries(names.map((name) => [name, []])),
  };
  for (const name of names) {
    series.warmUps[name] = await warmUp(bench, name, operation, order.connections);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of turned(names, round)) {
      series.rounds[name]?.push(await measureOne(bench, name, operation, order));
    }
    bench.say(progress(series, `${round + 1}/${rounds}`));
  }
  return series;
}

/** One line: the medians so far. */
function progress({ operation, connections, rounds }: Series, round: string): string {
  const soFar = Object.entries(rounds).map(([name, measurements]) => {
    const rates = measurements.flatMap((one) => (one ? [one.requestsPerSecond] : []));
    return `${name} ${Math.round(median(rates))}/s`;
  });
  return `  ${operation} × ${connections}, round ${round}: ${soFar.join(', ')}`;
}

/** Measures every operation at every number of connections. */
export async function compare(
  bench: Bench,
  options: Pick<Options, 'operations' | 'connections' | 'seconds' | 'rounds'>,
): Promise<Series[]> {
  const all: Series[] = [];
  for (const operation of options.operations) {
    for (const connections of options.connections) {
      const order = { connections, seconds: options.seconds };
      all.push(await compareOne(bench, operation, order, options.rounds));
    }
  }
  return all;
}

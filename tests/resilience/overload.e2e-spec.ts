// More requests than the machine can serve. The crowd runs in a process of its own. A few observers in another process
// send the same mix of requests and measure how long answers take.
import { setTimeout as delay } from 'node:timers/promises';

import { newAccount } from '@studiolo/testing/accounts';

import { autocannon, type Volley } from '../support/autocannon.ts';
import { peakMemoryMiB } from '../support/process-figures.ts';
import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { type Kind, KINDS } from './load/ledger.ts';
import { LoadElsewhere, type LoadSummary } from './load/load-elsewhere.ts';

const CLIENTS = 50;
const TIMES = 10;
const OBSERVERS = 10;
const NOMINAL_MS = 20_000;
const OVERLOAD_MS = 60_000;
/** With 500 callers a request waits for half a second or so, and no more requests than usual run beside it. */
const ACCEPTED_MS = 2_000;
/** What docker compose and the chart give a gateway. */
const GATEWAY_MIB = 512;
/** A request is refused at once, or when it has waited for ten seconds. */
const REFUSED_MS = 12_000;
const RECOVERED_WITHIN_MS = 10_000;
/** Only a few of these run at once; a few hundred wait instead of being refused. */
const WAITING: readonly Kind[] = ['upload', 'login'];
const WAITED_MS = 10_000;
const LOOPS = [1, 8, 32, 128, 256];
const LOOP_SECONDS = 5;

let stack: RunningStack;
beforeAll(async () => {
  stack = await RunningStack.start({
    replicas: { projects: 2 },
    passed: { EMAIL_VERIFICATION: 'off' },
  });
}, 120_000);
afterAll(() => stack.end(), 30_000);

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
}

const median = ({ latencies }: LoadSummary, kind: Kind) => quantile(latencies[kind], 0.5);

/** Kinds whose accepted requests took too long. */
const tooSlow = (crowded: LoadSummary) =>
  KINDS.filter(
    (kind) => median(crowded, kind) > (WAITING.includes(kind) ? WAITED_MS : ACCEPTED_MS),
  );

/** What the observers see while the others are at work. */
async function observed(others: LoadElsewhere, observers: LoadElsewhere, forMs: number) {
  await Promise.all([others.begin(), observers.begin()]);
  await delay(forMs);
  await Promise.all([others.stop(), observers.stop()]);
  return observers.finish();
}

test(`[L9] ${CLIENTS} clients for ${NOMINAL_MS / 1000} s, then ${CLIENTS * TIMES} for ${OVERLOAD_MS / 1000} s, then ${CLIENTS} again; the crowd takes what processor time is left; ${OBSERVERS} observers: only 503; the median of the observers' accepted requests at most ${ACCEPTED_MS} ms (uploads and log-ins 10 s); nothing lost; gateway under ${GATEWAY_MIB} MiB; back within 10 s`, async () => {
  const addresses = stack.gateways;
  const observers = await LoadElsewhere.prepare(addresses, OBSERVERS);
  const nominal = await LoadElsewhere.prepare(addresses, CLIENTS);
  const crowd = await LoadElsewhere.prepare(addresses, CLIENTS * TIMES);
  crowd.yieldProcessor();
  try {
    await observed(nominal, observers, NOMINAL_MS);
    await nominal.finish();

    const crowded = await observed(crowd, observers, OVERLOAD_MS);
    const recovering = nominal.begin();
    await delay(RECOVERED_WITHIN_MS + 5_000);
    await recovering;
    const after = await nominal.finish();
    const peak = await peakMemoryMiB(stack.pidOf('gateway'));
    const during = await crowd.finish();
    const late = quantile(during.refusalsMs, 0.95);
    expect([during, crowded, after].flatMap(({ damage }) => damage)).toEqual([]);
    expect({ ...during.failedOtherThan503, ...crowded.failedOtherThan503 }).toEqual({});
    expect(tooSlow(crowded)).toEqual([]);
    expect(late).toBeLessThan(REFUSED_MS);
    expect(peak).toBeLessThan(GATEWAY_MIB);
    expect(after.lastFailureMs).toBeLessThan(RECOVERED_WITHIN_MS);
  } finally {
    for (const load of [observers, nominal, crowd]) load.end();
  }
}, 400_000);

describe('callers who wait for their answers', () => {
  let asked: Pick<Volley, 'url' | 'bearer'>;
  beforeAll(async () => {
    const { api } = await newAccount();
    for (let count = 0; count < 20; count += 1) await api.newProject();
    asked = { url: `${stack.gateways[0]}/api/projects`, bearer: String(api.bearer) };
  });

  test.each(LOOPS)('%d of them at once are never refused', async (connections) => {
    const answers = await autocannon({ ...asked, connections, seconds: LOOP_SECONDS });
    expect(answers['2xx']).toBeGreaterThan(0);
    expect(answers).toMatchObject({ non2xx: 0, errors: 0 });
  });

  testOnRedis.each(LOOPS)(
    '%d of them at once are never refused while a replica is killed',
    async (connections) => {
      const volley = autocannon({ ...asked, connections, seconds: 2 * LOOP_SECONDS });
      await delay(LOOP_SECONDS * 500);
      await stack.endProcess('projects-1', 'SIGKILL');
      expect(await volley).toMatchObject({ non2xx: 0, errors: 0 });
      await stack.ready();
    },
  );

  test('under three times the load that can be served, most of that is still served, and calm callers are right afterwards', async () => {
    const ask = (rest: Pick<Volley, 'connections' | 'rate'>) =>
      autocannon({ ...asked, ...rest, seconds: 4 * LOOP_SECONDS });
    const calm = await ask({ connections: 64 });
    const rate = Math.round((3 * calm['2xx']) / calm.duration);
    const crowded = await ask({ connections: 1_000, rate });
    expect(Object.keys(crowded.statusCodeStats).filter((code) => !/200|503/.test(code))).toEqual(
      [],
    );
    expect(crowded['2xx']).toBeGreaterThan(0.7 * calm['2xx']);
    expect(await ask({ connections: 64 })).toMatchObject({ non2xx: 0, errors: 0 });
  });
});

// More than the machine can take. The crowd has a process of its own, and shares the machine with the product; how long
// an answer takes is measured by a few observers in another, who do the same as everybody.
import { setTimeout as delay } from 'node:timers/promises';
import { type Kind, KINDS } from './load/ledger.ts';
import { LoadElsewhere, type LoadSummary } from './load/load-elsewhere.ts';
import { RunningStack } from '../support/running-stack.ts';
import { MemoryWatch } from '../support/process-figures.ts';

const CLIENTS = 50;
const TIMES = 10;
const OBSERVERS = 10;
const NOMINAL_MS = 20_000;
const OVERLOAD_MS = 60_000;
/** Below this nobody minds, whatever is usual. */
const QUICK_MS = 100;
/** What docker compose and the chart give a gateway. */
const GATEWAY_MIB = 512;
const RECOVERED_WITHIN_MS = 10_000;
/** An upload may wait 5 s for its turn. */
const UPLOAD_MS = 10_000;

let stack: RunningStack;
beforeAll(async () => {
  stack = await RunningStack.start({ passed: { EMAIL_VERIFICATION: 'off' } });
}, 120_000);
afterAll(() => stack.end(), 30_000);

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
}

const median = ({ latencies }: LoadSummary, kind: Kind) => quantile(latencies[kind], 0.5);

/** Kinds whose accepted requests took more than twice their usual time. */
const tooSlow = (usual: LoadSummary, crowded: LoadSummary) =>
  KINDS.filter((kind) => {
    const most = kind === 'upload' ? UPLOAD_MS : Math.max(QUICK_MS, 2 * median(usual, kind));
    return median(crowded, kind) > most;
  });

/** What the observers see while the others are at work. */
async function observed(others: LoadElsewhere, observers: LoadElsewhere, forMs: number) {
  await Promise.all([others.begin(), observers.begin()]);
  await delay(forMs);
  await Promise.all([others.stop(), observers.stop()]);
  return observers.finish();
}

test(`[L9] ${CLIENTS} clients for ${NOMINAL_MS / 1000} s, then ${CLIENTS * TIMES} for ${OVERLOAD_MS / 1000} s, then ${CLIENTS} again; the crowd takes what processor time is left; ${OBSERVERS} observers: only quick 503; accepted requests of the observers at most twice their median or ${QUICK_MS} ms (uploads 10 s); nothing lost; gateway under ${GATEWAY_MIB} MiB; back within 10 s`, async () => {
  const addresses = stack.gateways;
  const observers = await LoadElsewhere.prepare(addresses, OBSERVERS);
  const nominal = await LoadElsewhere.prepare(addresses, CLIENTS);
  const crowd = await LoadElsewhere.prepare(addresses, CLIENTS * TIMES);
  crowd.yieldProcessor();
  try {
    const usual = await observed(nominal, observers, NOMINAL_MS);
    await nominal.finish();

    const memory = MemoryWatch.of(stack, ['gateway']);
    const crowded = await observed(crowd, observers, OVERLOAD_MS);
    const recovering = nominal.begin();
    await delay(RECOVERED_WITHIN_MS + 5_000);
    await recovering;
    const after = await nominal.finish();
    const peak = await memory.peakOf('gateway');
    const during = await crowd.finish();
    const late = quantile(during.refusalsMs, 0.95);
    expect([during, crowded, after].flatMap(({ damage }) => damage)).toEqual([]);
    expect({ ...during.failedOtherThan503, ...crowded.failedOtherThan503 }).toEqual({});
    expect(tooSlow(usual, crowded)).toEqual([]);
    expect(late).toBeLessThan(1_000);
    expect(peak).toBeLessThan(GATEWAY_MIB);
    expect(after.lastFailureMs).toBeLessThan(RECOVERED_WITHIN_MS);
  } finally {
    for (const load of [observers, nominal, crowd]) load.end();
  }
}, 400_000);

// More than the machine can take. Times are those of the clients, which share the machine with the product.
import { setTimeout as delay } from 'node:timers/promises';
import { batteryCase } from '../battery-case.ts';
import { type Kind, KINDS, type Ledger } from '../load/ledger.ts';
import { Load } from '../load/load.ts';
import { BatteryStack } from '../support/battery-stack.ts';
import { MemoryWatch } from '../support/process-figures.ts';

const CLIENTS = 50;
const TIMES = 10;
const NOMINAL_MS = 10_000;
const OVERLOAD_MS = 60_000;
/** Below this nobody minds, whatever is usual. */
const QUICK_MS = 100;
const GATEWAY_MIB = 350;
const RECOVERED_WITHIN_MS = 10_000;
/** An upload may wait 5 s for its turn. */
const UPLOAD_MS = 10_000;

let stack: BatteryStack;
beforeAll(async () => {
  stack = await BatteryStack.start({ passed: { EMAIL_VERIFICATION: 'off' } });
}, 120_000);
afterAll(() => stack.end(), 30_000);

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
}

const median = (ledger: Ledger, kind: Kind) => quantile(ledger.latenciesOf(kind), 0.5);

/** `list 12 → 40 ms`, for every kind. */
const comparison = (usual: Ledger, crowded: Ledger) =>
  KINDS.map((kind) => `${kind} ${median(usual, kind)} → ${median(crowded, kind)}`).join(', ');

const refusalMs = ({ failures }: Ledger) =>
  failures.map(({ startedAt, endedAt }) => endedAt - startedAt);

/** Kinds whose accepted requests took more than twice their usual time. */
const tooSlow = (usual: Ledger, crowded: Ledger) =>
  KINDS.filter((kind) => {
    const most = kind === 'upload' ? UPLOAD_MS : Math.max(QUICK_MS, 2 * median(usual, kind));
    return median(crowded, kind) > most;
  });

batteryCase(
  'L9',
  {
    done: `${CLIENTS} clients for ${NOMINAL_MS / 1000} s, then ${CLIENTS * TIMES} for ${OVERLOAD_MS / 1000} s, then ${CLIENTS} again`,
    expected:
      'only quick 503; accepted requests at most twice their median or 100 ms (uploads 10 s); nothing lost; gateway under 350 MiB; back within 10 s',
  },
  async (seen) => {
    const nominal = await Load.start(stack.gateways, { clients: CLIENTS });
    await delay(NOMINAL_MS);
    await nominal.stop();
    const usual = nominal.ledger;
    seen(`${usual.answers} answered in ${NOMINAL_MS / 1000} s, ${usual.failures.length} refused`);

    const crowd = await Load.prepare(stack.gateways, { clients: CLIENTS * TIMES });
    const memory = MemoryWatch.of(stack, ['gateway', 'auth', 'projects', 'storage']);
    crowd.begin();
    await delay(OVERLOAD_MS);
    await crowd.stop();
    nominal.begin();
    const recoveringSince = performance.now();
    await delay(RECOVERED_WITHIN_MS + 5_000);
    const after = await nominal.finish();
    const peaks = await memory.peaks();
    const crowded = crowd.ledger;
    const report = await crowd.finish();
    const waits = refusalMs(crowded);
    seen(report.sentence());
    seen(`medians in ms: ${comparison(usual, crowded)}`);
    seen(`refusals: median ${quantile(waits, 0.5)} ms, 95 % under ${quantile(waits, 0.95)} ms`);
    seen(`peaks: ${peaks.sentence}`);
    seen(`no refusal ${after.recoveredAfter(recoveringSince)} ms after it`);
    expect(report.isIntact && after.isIntact).toBe(true);
    expect(report.failedOtherThan503).toEqual({});
    expect(tooSlow(usual, crowded)).toEqual([]);
    expect(quantile(waits, 0.95)).toBeLessThan(1_000);
    expect(peaks.mib('gateway')).toBeLessThan(GATEWAY_MIB);
    expect(after.recoveredAfter(recoveringSince)).toBeLessThan(RECOVERED_WITHIN_MS);
  },
  300_000,
);

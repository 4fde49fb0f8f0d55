// Runs a load in a process of its own: see LoadElsewhere.
import { type Kind, KINDS, type Ledger } from './ledger.ts';
import { Load } from './load.ts';
import type { LoadOrder, LoadSummary } from './load-elsewhere.ts';

let load: Load | undefined;
let startedAt = 0;

const latencies = (ledger: Ledger) =>
  Object.fromEntries(KINDS.map((kind) => [kind, ledger.latenciesOf(kind)])) as Record<
    Kind,
    number[]
  >;

async function obey(order: LoadOrder): Promise<LoadSummary | object> {
  if (order.do === 'prepare') {
    load = await Load.prepare(order.addresses, { clients: order.clients });
    return {};
  }
  if (!load) throw new Error('The load is not prepared yet');
  if (order.do === 'begin') {
    startedAt = performance.now();
    load.begin();
    return {};
  }
  if (order.do === 'stop') {
    await load.stop();
    return {};
  }
  const report = await load.finish();
  const { failures } = load.ledger;
  return {
    damage: report.damage,
    failedOtherThan503: report.failedOtherThan503,
    latencies: latencies(load.ledger),
    refusalsMs: failures.map((failure) => failure.endedAt - failure.startedAt),
    lastFailureMs: report.recoveredAfter(startedAt),
  } satisfies LoadSummary;
}

process.on('message', (order: LoadOrder) => {
  obey(order).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));

// Starts the real stores once for all integration tests of a run, on free ports and in a folder of their own.
// TEST_OWN_STORES names servers to be used instead of starting them, as JSON (OwnServers).
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makePlan, type OwnServers } from '@studiolo/infra/stack/plan';
import { Stack } from '@studiolo/infra/stack/stack';

import teardown from './teardown.ts';
import { prepareWorker, storesOf, variablesOf, workerPlan } from './worker-stores.ts';

export default async function startStores({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studiolo-stores-'));
  const plan = await makePlan({
    dataDir,
    environment: 'test',
    own: JSON.parse(process.env.TEST_OWN_STORES ?? '{}') as OwnServers,
  });
  const workers = await Promise.all(
    Array.from({ length: maxWorkers }, (_, index) => workerPlan(plan, index + 1)),
  );
  const stack = new Stack(plan);
  globalThis.testStack = stack;
  try {
    await stack.start(storesOf(workers));
    // One after another, since all of them grant rights to the same roles.
    for (const own of workers) await prepareWorker(plan, own);
  } catch (error) {
    await teardown();
    throw error;
  }
  process.env.TEST_STORES = JSON.stringify(workers.map(variablesOf));
}

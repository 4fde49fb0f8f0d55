// Starts the real stores once for all integration tests of a run, on free ports and in a folder of their own.
// TEST_OWN_STORES names servers to be used instead of starting them, as JSON (OwnServers).
import type { OwnServers } from '@studiolo/infra/stack/plan';

import { RunningStack } from '../support/running-stack.ts';
import teardown from './teardown.ts';
import { prepareWorker, storesOf, variablesOf, workerPlan } from './worker-stores.ts';

export default async function startStores({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const own = JSON.parse(process.env.TEST_OWN_STORES ?? '{}') as OwnServers;
  const usual = process.umask();
  const running = await RunningStack.prepare({ own });
  globalThis.testStack = running;
  const { plan, stack } = running;
  const workers = await Promise.all(
    Array.from({ length: maxWorkers }, (_, index) => workerPlan(plan, index + 1)),
  );
  try {
    await stack.start(storesOf(workers));
    // One after another, since all of them grant rights to the same roles.
    for (const one of workers) await prepareWorker(plan, one);
  } catch (error) {
    await teardown();
    throw error;
  }
  // The tests' own files may be for other users, such as that of nginx.
  process.umask(usual);
  process.env.TEST_STORES = JSON.stringify(workers.map(variablesOf));
}

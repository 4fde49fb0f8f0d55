import { prepareBucket, prepareDatabase } from './prepare-stores.ts';
import { APPLICATION } from './services.ts';
import type { Stack } from './stack.ts';
import { STORES } from './stores.ts';

/** Starts the stores and makes what the services expect to find in them. */
export async function launchStores(stack: Stack): Promise<void> {
  await stack.start(STORES);
  await prepareDatabase(stack.plan);
  await prepareBucket(stack.plan.objectStore);
}

/** Starts everything that has been built; rejects, with the whole stack ended, if a part does not come up. */
export async function launch(
  stack: Stack,
  built: Promise<void> = Promise.resolve(),
): Promise<void> {
  try {
    await Promise.all([launchStores(stack), built]);
    await stack.start(APPLICATION);
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

import type { Part } from './parts.ts';
import { prepareDatabase } from './prepare-stores.ts';
import type { Stack } from './stack.ts';
import { STORES } from './stores.ts';

/**
 * Starts the stores and prepares roles and schemas for the services. Storage makes its bucket; in a store of your own this
 * does, so that a wrong key ends the start with the store's answer.
 */
export async function launchStores(stack: Stack): Promise<void> {
  const { own } = stack.plan;
  await stack.start(STORES);
  await prepareDatabase(stack.plan);
  if (own.objectStore) await (await import('./bucket.ts')).prepareBucket(own.objectStore);
}

/** Starts the stores and, once the build is done, the parts. */
export async function launch(stack: Stack, parts: Part[], built: Promise<void>): Promise<void> {
  await Promise.all([launchStores(stack), built]);
  await stack.start(parts);
}

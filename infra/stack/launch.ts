import type { Part } from './parts.ts';
import { prepareBucket, prepareDatabase } from './prepare-stores.ts';
import type { Stack } from './stack.ts';
import { STORES } from './stores.ts';

/** Starts the stores and prepares roles, schemas and bucket for the services. */
export async function launchStores(stack: Stack): Promise<void> {
  await stack.start(STORES);
  await Promise.all([prepareDatabase(stack.plan), prepareBucket(stack.plan.objectStore)]);
}

/** Starts the stores and, once the build is done, the parts. */
export async function launch(stack: Stack, parts: Part[], built: Promise<void>): Promise<void> {
  await Promise.all([launchStores(stack), built]);
  await stack.start(parts);
}

import { rm } from 'node:fs/promises';

/** Ends what the setup of the run has started. */
export default async function teardown(): Promise<void> {
  const stack = globalThis.testStack;
  if (!stack) return;
  await stack.stop();
  await rm(stack.plan.dataDir, { recursive: true, force: true });
}

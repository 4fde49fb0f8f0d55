import { rm } from 'node:fs/promises';

export default async function stopStack(): Promise<void> {
  const stack = globalThis.testStack;
  if (!stack) return;
  await stack.stop();
  await rm(stack.plan.dataDir, { recursive: true, force: true });
}

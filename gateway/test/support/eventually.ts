import { setTimeout as delay } from 'node:timers/promises';

const WITHIN_MS = 10_000;
const PAUSE_MS = 50;

/** Repeats the check until it holds; after 10 s its last failure is thrown. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(PAUSE_MS);
  }
}

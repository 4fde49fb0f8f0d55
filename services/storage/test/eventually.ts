import { setTimeout as delay } from 'node:timers/promises';

const WITHIN_MS = 15_000;
const PAUSE_MS = 25;

/** Repeats a check until it holds; after 15 s its last failure is thrown. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(PAUSE_MS);
  }
}

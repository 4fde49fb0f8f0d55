import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 25;

/** Repeats a check until it holds; after 15 s its last failure is thrown. */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  withinMs = 15_000,
): Promise<Result> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(PAUSE_MS);
  }
}

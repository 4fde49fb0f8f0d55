import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 25;
/** The pause between questions to a process about its health: each of them makes it ask its stores. */
export const HEALTH_PAUSE_MS = 250;

/**
 * Repeats a check until it passes, and returns its result.
 * @throws its last error once the time is over, 20 s by default
 */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  withinMs = 20_000,
  pauseMs = PAUSE_MS,
): Promise<Result> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(pauseMs);
  }
}

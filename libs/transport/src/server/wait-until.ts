const POLL_MS = 10;

/** Waits for a condition, but not beyond `deadline` (on the clock of `performance.now()`). */
export async function waitUntil(done: () => boolean, deadline: number): Promise<void> {
  while (!done() && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const POLL_MS = 20;
const GIVE_UP_AFTER_MS = 10_000;

/** Repeats an expectation until it holds; fails with its last complaint. */
export async function eventually(expectation: () => unknown): Promise<void> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    try {
      await expectation();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

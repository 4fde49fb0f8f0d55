import { act } from '@testing-library/react';

type Callback = () => void;

const originalSetTimeout = globalThis.setTimeout;

/** Undoes `watchTimers`; runs after every test. */
export function unwatchTimers(): void {
  globalThis.setTimeout = originalSetTimeout;
}

/**
 * Records timers, so that a test can fire one of a known length at once. Jest's fake timers would also stop those that
 * the network of the tests needs.
 */
export function watchTimers() {
  const timers: { callback: Callback; delay: number | undefined }[] = [];
  const watching = (callback: Callback, delay?: number) => {
    timers.push({ callback, delay });
    return originalSetTimeout(callback, delay);
  };
  globalThis.setTimeout = Object.assign(watching, originalSetTimeout);
  return {
    /** Fires the last timer of exactly this length. Returns false when there is none. */
    runOut: async (milliseconds: number): Promise<boolean> => {
      const timer = timers.findLast(({ delay }) => delay === milliseconds);
      if (!timer) return false;
      await act(async () => {
        timer.callback();
        await Promise.resolve();
      });
      return true;
    },
  };
}

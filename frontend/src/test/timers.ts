import { act } from '@testing-library/react';

type Callback = () => void;

const originalSetTimeout = globalThis.setTimeout;

/** Ends the watching; the set-up does so after every test. */
export function unwatchTimers(): void {
  globalThis.setTimeout = originalSetTimeout;
}

/**
 * Notes the timers that are set, so that a test can let one of a known length run out at once. Not jest's fake timers: the
 * network of the tests needs real ones.
 */
export function watchTimers() {
  const timers: { callback: Callback; delay: number | undefined }[] = [];
  const watching = (callback: Callback, delay?: number) => {
    timers.push({ callback, delay });
    return originalSetTimeout(callback, delay);
  };
  globalThis.setTimeout = Object.assign(watching, originalSetTimeout);
  return {
    /** Runs the callback of the last timer of exactly this length; false when there is none. */
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

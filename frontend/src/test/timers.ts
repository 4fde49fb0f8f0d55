import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

/** Watches the timers that are set, so that a test can let one of a known length run out at once. */
export function watchTimers() {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  return {
    /** Runs the callback of the last timer of exactly this length; false when there is none. */
    runOut: async (milliseconds: number): Promise<boolean> => {
      const call = timers.mock.calls.findLast(([, delay]) => delay === milliseconds);
      const callback = call?.[0];
      if (typeof callback !== 'function') return false;
      await act(async () => {
        callback();
        await Promise.resolve();
      });
      return true;
    },
    restore: () => {
      timers.mockRestore();
    },
  };
}

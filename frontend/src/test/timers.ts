import { act } from '@testing-library/react';

const originalSetTimeout = globalThis.setTimeout;

afterEach(() => {
  globalThis.setTimeout = originalSetTimeout;
});

/**
 * Returns what fires at once the last timer of exactly so many milliseconds that was set from now on. Jest's fake timers
 * would also stop those that the network of the tests needs.
 */
export function watchTimers(): (milliseconds: number) => Promise<void> {
  const callbacks = new Map<number | undefined, () => void>();
  const watching = (callback: () => void, delay?: number) => {
    callbacks.set(delay, callback);
    return originalSetTimeout(callback, delay);
  };
  globalThis.setTimeout = Object.assign(watching, originalSetTimeout);
  return async (milliseconds) => {
    const callback = callbacks.get(milliseconds);
    if (!callback) throw new Error(`No timer of ${milliseconds} ms was set`);
    await act(async () => {
      callback();
      await Promise.resolve();
    });
  };
}

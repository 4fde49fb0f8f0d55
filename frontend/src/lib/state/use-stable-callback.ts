import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same and calls the latest one, for memoized components. Call it in event handlers only. */
export function useStableCallback<Arguments extends unknown[]>(
  callback: (...all: Arguments) => void,
): (...all: Arguments) => void {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...all: Arguments) => latest.current(...all), []);
}

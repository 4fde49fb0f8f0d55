import { type BaseSyntheticEvent, useRef } from 'react';

/** A submit handler that ignores calls during a submission, so that nothing is sent twice. */
export function useSubmitOnce(submit: (event: BaseSyntheticEvent) => Promise<void>) {
  const isRunning = useRef(false);
  return (event: BaseSyntheticEvent) => {
    event.preventDefault();
    if (isRunning.current) return;
    isRunning.current = true;
    void submit(event).finally(() => {
      isRunning.current = false;
    });
  };
}

import { useCallback, useEffect, useRef } from 'react';

import type { Project } from '../../../lib/api/answers';

/** How long to wait for the card to appear in a column that is still loading. */
const ARRIVES_WITHIN_MS = 3_000;

/**
 * Focuses the card's status button whenever nothing is focused, and `instead` while there is no such card. It watches
 * for a while, because the menu may return the focus before or after the card moves, but not once Tab is pressed: past the
 * last element nothing is focused either.
 */
function keepFocusOn(id: string, instead: HTMLElement | null): () => void {
  const until = performance.now() + ARRIVES_WITHIN_MS;
  const follow = () => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === instead) {
      const card = document.querySelector<HTMLElement>(`[data-status-of="${id}"]`);
      (card ?? instead)?.focus();
    }
    if (performance.now() < until) frame = requestAnimationFrame(follow);
  };
  let frame = requestAnimationFrame(follow);
  const stop = () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('keydown', stopAtTab);
  };
  const stopAtTab = ({ key }: KeyboardEvent) => {
    if (key === 'Tab') stop();
  };
  document.addEventListener('keydown', stopAtTab);
  return stop;
}

/** Moves the focus along when the card whose status was chosen moves or disappears. */
export function useMovedFocus() {
  const region = useRef<HTMLDivElement>(null);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const onStatusChosen = useCallback(({ id }: Project) => {
    stop.current?.();
    stop.current = keepFocusOn(id, region.current);
  }, []);
  return { region, onStatusChosen };
}

import { useCallback, useEffect, useRef, useState } from 'react';

import type { Project } from '../../../lib/api/answers';

/** How long to wait for the card to appear in a column that is still loading. */
const ARRIVES_WITHIN_MS = 3_000;

interface Choice {
  id: string;
  text: string;
}

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

/** Announces a changed status, and moves the focus along when its card moves or disappears. */
export function useStatusAnnouncement() {
  const region = useRef<HTMLDivElement>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  useEffect(() => (choice ? keepFocusOn(choice.id, region.current) : undefined), [choice]);
  const onStatusChosen = useCallback(({ id, title }: Project, label: string) => {
    setChoice({ id, text: `${title}: ${label}` });
  }, []);
  return { region, announcement: choice?.text ?? '', onStatusChosen };
}

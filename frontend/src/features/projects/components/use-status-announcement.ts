import type { Project } from '@studiolo/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';

/** After a choice the menu gives the focus back and the card may move; both are done by then. */
const FOCUS_AFTER_MS = 60;

interface Choice {
  id: string;
  text: string;
}

/** Tells of a changed status, and follows the card with the focus when it has moved or gone. */
export function useStatusAnnouncement() {
  const region = useRef<HTMLDivElement>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  useEffect(() => {
    if (!choice) return;
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const moved = document.querySelector<HTMLElement>(`[data-status-of="${choice.id}"]`);
      (moved ?? region.current)?.focus();
    }, FOCUS_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [choice]);
  const onStatusChosen = useCallback(({ id, title }: Project, label: string) => {
    setChoice({ id, text: `${title}: ${label}` });
  }, []);
  return { region, announcement: choice?.text ?? '', onStatusChosen };
}

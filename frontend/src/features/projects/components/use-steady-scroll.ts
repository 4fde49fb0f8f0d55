import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

import type { Project } from '../../../lib/api/answers';

interface Rows {
  projects: readonly Project[];
  columns: number;
  virtualizer: Virtualizer<Window, Element>;
  /** What the projects are an answer to: with another filter, the list is another one. */
  answerTo: string;
}

interface Anchor {
  id: string;
  start: number;
  answerTo: string;
}

/**
 * Keeps the first visible project in its place when others come or go above it. Browsers do so themselves only for what
 * is laid out, and the rows are placed by transform.
 */
export function useSteadyScroll({ projects, columns, virtualizer, answerTo }: Rows): void {
  const anchor = useRef<Anchor>(null);
  useLayoutEffect(() => {
    const before = anchor.current;
    const startOf = (index: number) =>
      virtualizer.measurementsCache[Math.floor(index / columns)]?.start;
    if (before?.answerTo === answerTo) {
      const index = projects.findIndex(({ id }) => id === before.id);
      const moved = (startOf(index) ?? before.start) - before.start;
      if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
    }
    const first = virtualizer.getVirtualItems().find(({ end }) => end > window.scrollY);
    const shown = first && projects[first.index * columns];
    // Above the list, what comes first is what somebody wants to see.
    anchor.current =
      shown && window.scrollY > virtualizer.options.scrollMargin
        ? { id: shown.id, start: first.start, answerTo }
        : null;
  });
}

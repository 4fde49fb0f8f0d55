import { type RefObject, useLayoutEffect, useState } from 'react';

interface Columns {
  count: number;
  /** Distance of the element from the top of the document, in pixels. */
  top: number;
}

/** How many columns of at least `minWidth` pixels fit into an element, and its position. */
export function useColumns(
  ref: RefObject<HTMLElement | null>,
  minWidth: number,
  gap: number,
): Columns {
  const [columns, setColumns] = useState<Columns>({ count: 1, top: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { width, top } = element.getBoundingClientRect();
      const next = {
        count: Math.max(1, Math.floor((width + gap) / (minWidth + gap))),
        top: Math.round(top + window.scrollY),
      };
      setColumns((current) =>
        current.count === next.count && current.top === next.top ? current : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref, minWidth, gap]);
  return columns;
}

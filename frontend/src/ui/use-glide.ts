import { type RefObject, useLayoutEffect, useRef } from 'react';

const GLIDE_MS = 240;

interface Place {
  left: number;
  top: number;
  windowWidth: number;
}

function* following(element: Element): Iterable<Element> {
  for (let next = element.nextElementSibling; next; next = next.nextElementSibling) yield next;
}

/** The items of a list, and what comes after the list and after its section. */
function* movable(list: HTMLElement): Iterable<Element> {
  yield* list.children;
  yield* following(list);
  if (list.parentElement) yield* following(list.parentElement);
}

/**
 * Lets what a change of a list moves glide from its old place to the new one. Nothing jumps under the pointer then, and
 * browsers count no layout shift.
 */
export function useGlide(list: RefObject<HTMLElement | null>): void {
  const places = useRef(new WeakMap<Element, Place>());
  useLayoutEffect(() => {
    if (!list.current) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const element of movable(list.current)) {
      if (!(element instanceof HTMLElement)) continue;
      const { offsetLeft: left, offsetTop: top } = element;
      const before = places.current.get(element);
      places.current.set(element, { left, top, windowWidth: window.innerWidth });
      if (before?.windowWidth !== window.innerWidth) continue;
      if (before.left === left && before.top === top) continue;
      element.animate(
        { translate: [`${before.left - left}px ${before.top - top}px`, '0 0'] },
        { duration: isStill ? 1 : GLIDE_MS, easing: 'ease-out' },
      );
    }
  });
}

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

function glide(elements: Iterable<Element>, places: WeakMap<Element, Place>): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  for (const element of elements) {
    if (!(element instanceof HTMLElement)) continue;
    const { offsetLeft: left, offsetTop: top } = element;
    const before = places.get(element);
    places.set(element, { left, top, windowWidth: window.innerWidth });
    if (before?.windowWidth !== window.innerWidth) continue;
    if (before.left === left && before.top === top) continue;
    element.animate(
      { translate: [`${before.left - left}px ${before.top - top}px`, '0 0'] },
      { duration: isStill ? 1 : GLIDE_MS, easing: 'ease-out' },
    );
  }
}

/**
 * Lets what a change of a list moves glide from its old place to the new one. Nothing jumps under the pointer then, and
 * browsers count no layout shift.
 */
export function useGlide(list: RefObject<HTMLElement | null>): void {
  const places = useRef(new WeakMap<Element, Place>());
  useLayoutEffect(() => {
    // The frame that shows the change computes the places anyway; reading them earlier would compute them twice.
    const frame = requestAnimationFrame(() => {
      if (list.current) glide(movable(list.current), places.current);
    });
    return () => cancelAnimationFrame(frame);
  });
}

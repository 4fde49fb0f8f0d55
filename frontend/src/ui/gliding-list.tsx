import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react';

const GLIDE_MS = 240;

interface Place {
  left: number;
  top: number;
}
type Places = ReadonlyMap<HTMLElement, Place>;

function* following(element: Element): Iterable<Element> {
  for (let next = element.nextElementSibling; next; next = next.nextElementSibling) yield next;
}

/** The items of a list, and what comes after the list and after its section. */
function* movable(list: HTMLElement): Iterable<Element> {
  yield* list.children;
  yield* following(list);
  if (list.parentElement) yield* following(list.parentElement);
}

function placesAround(list: HTMLElement): Places {
  const elements = [...movable(list)].filter((one) => one instanceof HTMLElement);
  return new Map(elements.map((one) => [one, { left: one.offsetLeft, top: one.offsetTop }]));
}

function glide(before: Places, now: Places): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  for (const [element, { left, top }] of now) {
    const old = before.get(element);
    if (!old || (old.left === left && old.top === top)) continue;
    element.animate(
      { translate: [`${old.left - left}px ${old.top - top}px`, '0 0'] },
      { duration: isStill ? 1 : GLIDE_MS, easing: 'ease-out' },
    );
  }
}

/**
 * A list in which what a change moves glides from its old place to the new one. Nothing jumps under the pointer then,
 * and browsers count no layout shift. During a view transition, which could do it, what moves cannot be pressed.
 */
export function GlidingList(props: ComponentProps<'ul'>) {
  const list = useRef<HTMLUListElement>(null);
  const places = useRef<Places>(new Map());
  const measure = () => {
    if (list.current) places.current = placesAround(list.current);
  };
  useLayoutEffect(() => {
    const before = places.current;
    measure();
    glide(before, places.current);
  });
  // What moves for another reason, such as a narrower window, is in its place at once.
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (list.current) observer.observe(list.current);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return <ul {...props} ref={list} />;
}

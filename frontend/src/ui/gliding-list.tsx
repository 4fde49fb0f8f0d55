import { Component, type ComponentProps, createRef } from 'react';

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

function placesAround(list: HTMLElement | null): Places {
  const elements = list ? [...movable(list)].filter((one) => one instanceof HTMLElement) : [];
  return new Map(elements.map((one) => [one, { left: one.offsetLeft, top: one.offsetTop }]));
}

/**
 * A list in which what a change moves glides from its old place to the new one. Nothing jumps under the pointer then,
 * and browsers count no layout shift.
 */
export class GlidingList extends Component<ComponentProps<'ul'>> {
  private readonly list = createRef<HTMLUListElement>();

  override getSnapshotBeforeUpdate(): Places {
    return placesAround(this.list.current);
  }

  override componentDidUpdate(_props: unknown, _state: unknown, before: Places): void {
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const [element, { left, top }] of placesAround(this.list.current)) {
      const old = before.get(element);
      if (!old || (old.left === left && old.top === top)) continue;
      element.animate(
        { translate: [`${old.left - left}px ${old.top - top}px`, '0 0'] },
        { duration: isStill ? 1 : GLIDE_MS, easing: 'ease-out' },
      );
    }
  }

  override render() {
    return <ul {...this.props} ref={this.list} />;
  }
}

import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';

interface GridKeys<Grid extends HTMLElement> {
  grid: RefObject<Grid | null>;
  /** Whether Tab leads to this item: to the one that had the focus last, else to the first. */
  isTabStop: (key: string) => boolean;
  onFocus: (event: FocusEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface GridActions<Grid extends HTMLElement> {
  keys: readonly string[];
  /** The grid's element, where somebody else needs it, too. */
  grid?: RefObject<Grid | null>;
  /** Space. */
  onToggle?: (key: string) => void;
  /** Shift with an arrow, with the item that was left and the one that has the focus now. */
  onExtend?: (from: string, to: string) => void;
  onDelete?: (key: string) => void;
}

/** The properties of an item that opens by Enter and has another use for Space. */
export const gridItem = (key: string, isTabStop: boolean) => ({
  'data-grid-item': key,
  tabIndex: isTabStop ? 0 : -1,
  'aria-keyshortcuts': 'Space',
});

const keyOf = (target: EventTarget) => (target as HTMLElement).dataset.gridItem;

/** The item in the nearest row above (-1) or below (1) that is closest to a column. */
function inNextRow(items: readonly HTMLElement[], from: HTMLElement, direction: 1 | -1) {
  const place = from.getBoundingClientRect();
  const boxes = items.map((item) => ({ item, box: item.getBoundingClientRect() }));
  const beyond = boxes.filter(({ box }) => (box.top - place.top) * direction > 1);
  const row = Math.min(...beyond.map(({ box }) => box.top * direction)) * direction;
  const distance = ({ box }: (typeof boxes)[number]) => Math.abs(box.left - place.left);
  const inRow = beyond.filter(({ box }) => Math.abs(box.top - row) <= 1);
  return inRow.sort((one, other) => distance(one) - distance(other))[0]?.item;
}

function destination(key: string, items: readonly HTMLElement[], from: HTMLElement) {
  const place = items.indexOf(from);
  switch (key) {
    case 'ArrowRight':
      return items[place + 1];
    case 'ArrowLeft':
      return items[place - 1];
    case 'ArrowDown':
      return inNextRow(items, from, 1);
    case 'ArrowUp':
      return inNextRow(items, from, -1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return undefined;
  }
}

/**
 * Makes the elements with `data-grid-item` one Tab stop with arrows. Radix's roving focus knows one dimension and ignores
 * Shift, so only the place among rows and columns is worked out here, from where the browser has put them.
 */
export function useGridKeys<Grid extends HTMLElement>(actions: GridActions<Grid>): GridKeys<Grid> {
  const { keys, onToggle, onExtend, onDelete } = actions;
  const own = useRef<Grid>(null);
  const { grid = own } = actions;
  const [current, setCurrent] = useState<string>();
  const stop = current !== undefined && keys.includes(current) ? current : keys[0];

  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event.target);
    if (key === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const items = [...(grid.current?.querySelectorAll<HTMLElement>('[data-grid-item]') ?? [])];
    const next = destination(event.key, items, event.target as HTMLElement);
    if (next) {
      next.focus();
      if (event.shiftKey) onExtend?.(key, keyOf(next) ?? key);
    } else if (event.key === ' ' && onToggle) onToggle(key);
    else if (event.key === 'Delete' && onDelete) onDelete(key);
    else return;
    event.preventDefault();
  };

  return {
    grid,
    isTabStop: (key) => key === stop,
    onFocus: ({ target }) => {
      const key = keyOf(target);
      if (key !== undefined) setCurrent(key);
    },
    onKeyDown,
  };
}

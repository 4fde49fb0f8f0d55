import { useRef, useState } from 'react';

/** The keys held during a click or press. */
interface Modifiers {
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** The selected files; as in a file manager, one, a range or all can be selected at a time. */
export function useSelection<Item>(files: readonly Item[], keyOf: (item: Item) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  const selected = files.filter((file) => keys.has(keyOf(file)));
  const placeOf = (key: string | null) => files.findIndex((file) => keyOf(file) === key);

  const toggle = (key: string) => {
    anchor.current = key;
    setKeys((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  };
  const extendTo = (key: string) => {
    const [from, to] = [placeOf(anchor.current), placeOf(key)].sort((a, b) => a - b);
    if (from === undefined || to === undefined || from < 0) {
      toggle(key);
      return;
    }
    const between = files.slice(from, to + 1).map(keyOf);
    setKeys((before) => new Set([...before, ...between]));
  };
  return {
    selected,
    has: (key: string) => keys.has(key),
    toggle,
    extendTo,
    /** Applies a click on a frame to the selection; false when it is not about the selection. */
    press: (key: string, { shiftKey, ctrlKey, metaKey }: Modifiers): boolean => {
      if (shiftKey) extendTo(key);
      else if (ctrlKey || metaKey || selected.length > 0) toggle(key);
      else return false;
      return true;
    },
    all: () => setKeys(new Set(files.map(keyOf))),
    clear: () => {
      anchor.current = null;
      setKeys(new Set());
    },
  };
}

export type Selection<Item> = ReturnType<typeof useSelection<Item>>;

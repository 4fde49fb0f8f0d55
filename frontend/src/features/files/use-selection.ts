import type { StoredFile } from '@studiolo/contracts';
import { useRef, useState } from 'react';

/** The keys held during a click or press. */
interface Modifiers {
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** The selected files; as in a file manager, one, a range or all can be selected at a time. */
export function useSelection(files: readonly StoredFile[]) {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  const selected = files.filter(({ filename }) => names.has(filename));
  const placeOf = (name: string | null) => files.findIndex(({ filename }) => filename === name);

  const toggle = (name: string) => {
    anchor.current = name;
    setNames((before) => {
      const after = new Set(before);
      if (!after.delete(name)) after.add(name);
      return after;
    });
  };
  const extendTo = (name: string) => {
    const [from, to] = [placeOf(anchor.current), placeOf(name)].sort((a, b) => a - b);
    if (from === undefined || to === undefined || from < 0) {
      toggle(name);
      return;
    }
    const between = files.slice(from, to + 1).map(({ filename }) => filename);
    setNames((before) => new Set([...before, ...between]));
  };
  return {
    selected,
    has: (name: string) => names.has(name),
    toggle,
    extendTo,
    /** Applies a click on a frame to the selection; false when it is not about the selection. */
    press: (name: string, { shiftKey, ctrlKey, metaKey }: Modifiers): boolean => {
      if (shiftKey) extendTo(name);
      else if (ctrlKey || metaKey || selected.length > 0) toggle(name);
      else return false;
      return true;
    },
    all: () => setNames(new Set(files.map(({ filename }) => filename))),
    clear: () => {
      anchor.current = null;
      setNames(new Set());
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;

import type { StoredFile } from '@studiolo/contracts';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Selected files, by a key that a new file under the name of a deleted one does not have. */
export function useSelection<Item extends StoredFile>(
  files: readonly Item[],
  nameOf: (file: Item) => string,
) {
  const keyOf = (file: Item) => `${file.created_at} ${nameOf(file)}`;
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const shown = useRef({ files, keyOf });
  useLayoutEffect(() => {
    shown.current = { files, keyOf };
  });

  /**
   * Selects a file, or not any more; as a range, all from the last one to this, in either direction. It stays the same
   * function, so that only the frames that change render again.
   */
  const select = useCallback((file: Item, isSelected: boolean, isRange = false) => {
    const { files: all, keyOf: key } = shown.current;
    const places = [all.findIndex((one) => key(one) === last.current), all.indexOf(file)];
    const isKnown = isRange && !places.includes(-1);
    const range = isKnown ? all.slice(Math.min(...places), Math.max(...places) + 1) : [file];
    setKeys((before) => {
      const next = new Set(before);
      for (const one of range) {
        if (isSelected) next.add(key(one));
        else next.delete(key(one));
      }
      return next;
    });
    last.current = key(file);
  }, []);

  const selected = files.filter((file) => keys.has(keyOf(file)));
  return {
    selected,
    isAll: selected.length === files.length,
    select,
    all: () => setKeys(new Set(files.map(keyOf))),
    clear: () => setKeys(new Set()),
  };
}

export type Selection<Item extends StoredFile> = ReturnType<typeof useSelection<Item>>;

/** Whether a checkbox was pressed with Shift. */
export const isRange = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;

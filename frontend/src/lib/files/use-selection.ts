import type { StoredFile } from '@studiolo/contracts';
import { type ChangeEvent, useRef, useState } from 'react';

export function useSelection<Item extends StoredFile>(
  files: readonly Item[],
  nameOf: (file: Item) => string,
) {
  // A new file may have the name of a deleted one, but not its time of creation.
  const keyOf = (file: Item) => `${file.created_at} ${nameOf(file)}`;
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const selected = files.filter((file) => keys.has(keyOf(file)));

  /** From the last checkbox to this one, in either direction. */
  const upTo = (file: Item): readonly Item[] => {
    const places = [files.findIndex((one) => keyOf(one) === last.current), files.indexOf(file)];
    return places.includes(-1) ? [file] : files.slice(Math.min(...places), Math.max(...places) + 1);
  };

  /** Called by a file's checkbox; with Shift, the files since the last checkbox become like this one. */
  const toggle = (file: Item, { target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
    const next = new Set(keys);
    for (const one of isRange ? upTo(file) : [file]) {
      if (target.checked) next.add(keyOf(one));
      else next.delete(keyOf(one));
    }
    setKeys(next);
    last.current = keyOf(file);
  };

  return {
    selected,
    isAll: selected.length === files.length,
    toggle,
    all: () => setKeys(new Set(files.map(keyOf))),
    clear: () => setKeys(new Set()),
  };
}

export type Selection<Item extends StoredFile> = ReturnType<typeof useSelection<Item>>;

import { useState } from 'react';

/** The selected ones of some files. */
export function useSelection<Item>(files: readonly Item[], keyOf: (item: Item) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const toggle = (file: Item) => {
    const next = new Set(keys);
    if (!next.delete(keyOf(file))) next.add(keyOf(file));
    setKeys(next);
  };
  const selected = files.filter((file) => keys.has(keyOf(file)));
  return {
    selected,
    isAll: selected.length === files.length,
    toggle,
    all: () => setKeys(new Set(files.map(keyOf))),
    clear: () => setKeys(new Set()),
  };
}

export type Selection<Item> = ReturnType<typeof useSelection<Item>>;

import { useSyncExternalStore } from 'react';

/** What lies over the page: the palette of commands or the list of keys. */
export type CommandSheet = 'palette' | 'keys' | null;

let open: CommandSheet = null;
const listeners = new Set<() => void>();

export function openCommandSheet(sheet: CommandSheet): void {
  open = sheet;
  for (const listener of listeners) listener();
}

export function closeCommandSheet(): void {
  openCommandSheet(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCommandSheet(): CommandSheet {
  return useSyncExternalStore(subscribe, () => open);
}

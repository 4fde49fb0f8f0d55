import { useSyncExternalStore } from 'react';

/** The open dialog: the command palette or the list of keyboard shortcuts. */
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

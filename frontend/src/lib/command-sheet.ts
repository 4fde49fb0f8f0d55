import { createStore } from './create-store';

/** The key that with K opens the palette. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** The open dialog: the command palette or the list of keyboard shortcuts. */
export type CommandSheet = 'palette' | 'keys' | null;

const open = createStore<CommandSheet>(null);

export function openCommandSheet(sheet: CommandSheet): void {
  open.set(sheet);
}

export function closeCommandSheet(): void {
  openCommandSheet(null);
}

export function useCommandSheet(): CommandSheet {
  return open.useValue();
}

import { useSyncExternalStore } from 'react';

import { createStore } from './state/create-store';
import { localStore } from './state/web-storage';

export type Theme = 'light' | 'dark';

const THEME_KEY = 'theme';
/** The last change; the document has the theme itself. */
const change = createStore<Theme | null>(null);

/** /theme.js sets the first value before the first paint: the saved theme, else the system's, else light. */
export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  change.set(theme);
}

export function toggleTheme(): void {
  const next = currentTheme() === 'dark' ? 'light' : 'dark';
  localStore.set(THEME_KEY, next);
  show(next);
}

// Another tab has toggled the theme.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === THEME_KEY && (newValue === 'light' || newValue === 'dark')) show(newValue);
});

export function useTheme(): Theme {
  return useSyncExternalStore(change.subscribe, currentTheme);
}

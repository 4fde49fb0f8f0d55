import { localStore } from './state/web-storage';

export type Theme = 'light' | 'dark';

const THEME_KEY = 'theme';
const changes = new EventTarget();

/** /theme.js sets the first value before the first paint: the saved theme, else the system's, else light. */
export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  changes.dispatchEvent(new Event('change'));
}

export function toggleTheme(): void {
  const next = currentTheme() === 'dark' ? 'light' : 'dark';
  localStore.set(THEME_KEY, next);
  show(next);
}

/** Shows the theme to which another tab changes. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY && (newValue === 'light' || newValue === 'dark')) show(newValue);
  });
}

/** Calls a listener after each change, until the returned function is called. */
export function onThemeChange(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

/** What a button that toggles the theme is called. */
export const toggleLabel = (theme: Theme) =>
  theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme';

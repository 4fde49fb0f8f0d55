import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { currentTheme, toggleTheme } from './theme';

const script = readFileSync(join(process.cwd(), 'frontend/public/theme.js'), 'utf8');

/** Runs /theme.js as the page's head does, with the given system preference. */
function startWith(prefersDark: boolean): void {
  const media = { ...window.matchMedia('(prefers-color-scheme: dark)'), matches: prefersDark };
  const answer = jest.spyOn(window, 'matchMedia').mockReturnValue(media);
  window.eval(script);
  answer.mockRestore();
}

describe('the theme', () => {
  it.each([
    ['light', 'light', true],
    ['dark', 'dark', false],
    ['dark', '', true],
    ['light', 'sepia', false],
  ])('starts %s when "%s" is saved and the system prefers dark: %s', (theme, saved, isDark) => {
    localStorage.setItem('theme', saved);
    startWith(isDark);
    expect(currentTheme()).toBe(theme);
  });

  it('toggles between light and dark and keeps the choice under the key theme', () => {
    startWith(false);
    toggleTheme();
    expect(currentTheme()).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    toggleTheme();
    expect(currentTheme()).toBe('light');
    expect(localStorage.getItem('theme')).toBe('light');
  });
});

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
  it('starts with the saved theme, even if the system prefers another', () => {
    localStorage.setItem('theme', 'light');
    startWith(true);
    expect(currentTheme()).toBe('light');
    localStorage.setItem('theme', 'dark');
    startWith(false);
    expect(currentTheme()).toBe('dark');
  });

  it('starts dark when nothing is saved and the system prefers dark', () => {
    startWith(true);
    expect(currentTheme()).toBe('dark');
  });

  it('starts light when nothing is saved and the system does not prefer dark', () => {
    localStorage.setItem('theme', 'sepia');
    startWith(false);
    expect(currentTheme()).toBe('light');
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

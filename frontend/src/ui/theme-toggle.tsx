import { Moon, Sun } from 'lucide-react';

import { toggleTheme, useTheme } from '../lib/theme';
import { Button, IconButton } from './button';

function useThemeSwitch() {
  const isDark = useTheme() === 'dark';
  return { label: isDark ? 'Switch to light theme' : 'Switch to dark theme', isDark };
}

export function ThemeToggle() {
  const { label, isDark } = useThemeSwitch();
  return <IconButton label={label} icon={isDark ? Sun : Moon} onClick={toggleTheme} />;
}

export function ThemeButton() {
  return <Button onClick={toggleTheme}>{useThemeSwitch().label}</Button>;
}

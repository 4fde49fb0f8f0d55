import { Moon, Sun } from 'lucide-react';

import { toggleTheme, useTheme } from '../lib/theme';
import { IconButton } from './button';

export function ThemeToggle() {
  const isDark = useTheme() === 'dark';
  return (
    <IconButton
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      icon={isDark ? Sun : Moon}
      onClick={toggleTheme}
    />
  );
}

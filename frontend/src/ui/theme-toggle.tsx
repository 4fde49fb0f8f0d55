import { Moon, Sun } from 'lucide-react';

import { toggleTheme, useTheme } from '../lib/theme';
import { Button } from './button';

export function ThemeToggle() {
  const theme = useTheme();
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <Button
      variant="quiet"
      isIcon
      aria-label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggleTheme}
    >
      <Icon size={18} strokeWidth={1.6} aria-hidden />
    </Button>
  );
}

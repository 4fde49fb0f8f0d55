import { toggleTheme, useTheme } from '../../../lib/theme';
import { Button } from '../../../ui/button';

export function ThemeButton() {
  const theme = useTheme();
  return (
    <Button onClick={toggleTheme}>
      {theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
    </Button>
  );
}

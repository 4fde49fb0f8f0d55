import { toggleTheme, useTheme } from '../../../lib/theme';
import { Button } from '../../../ui/button';
import { Section } from './section';

export function AppearanceSection() {
  const theme = useTheme();
  return (
    <Section title="Theme" text="Paper by day, darkroom by night. This browser remembers it.">
      <Button onClick={toggleTheme}>
        {theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      </Button>
    </Section>
  );
}

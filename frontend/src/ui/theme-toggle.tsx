import { type LucideProps, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';

import { currentTheme, onThemeChange, toggleLabel, toggleTheme } from '../lib/theme';
import { Button, IconButton } from './button';
import styles from './theme-toggle.module.css';

const useLabel = () =>
  toggleLabel(useSyncExternalStore(onThemeChange, currentTheme, () => 'light'));

/** Styles show the one of the other theme, also where the page is static. */
const ThemeIcon = (props: LucideProps) => (
  <>
    <Moon {...props} className={styles.moon} />
    <Sun {...props} className={styles.sun} />
  </>
);

export function ThemeToggle() {
  return <IconButton label={useLabel()} icon={ThemeIcon} onClick={toggleTheme} data-theme-toggle />;
}

export function ThemeButton() {
  return <Button onClick={toggleTheme}>{useLabel()}</Button>;
}

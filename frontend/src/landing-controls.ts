// The only script of the landing page as it is built: the theme, and the second image of the logo.
import {
  currentTheme,
  followOtherTabs,
  onThemeChange,
  toggleLabel,
  toggleTheme,
} from './lib/theme';
import { FIRST_IMAGE, SECOND_IMAGE } from './ui/logo-images';

const toggle = document.querySelector('[data-theme-toggle]');
const showLabel = () => toggle?.setAttribute('aria-label', toggleLabel(currentTheme()));

toggle?.addEventListener('click', toggleTheme);
onThemeChange(showLabel);
followOtherTabs();
showLabel();

for (const image of document.querySelectorAll<HTMLImageElement>(`img[src="${FIRST_IMAGE}"]`)) {
  const replace = () => (image.src = SECOND_IMAGE);
  if (image.complete && image.naturalWidth === 0) replace();
  else image.addEventListener('error', replace, { once: true });
}

import { createStore } from '../state/create-store';
import { useWindowEvent } from '../state/use-window-event';

/** The build, which renders pages, may have no navigator. */
const isApple = typeof navigator === 'object' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The key that with K opens the palette. */
export const commandKey = isApple ? '⌘' : 'Ctrl';

export const paletteIsOpen = createStore(false);

export const openPalette = () => paletteIsOpen.set(true);

export const closePalette = () => paletteIsOpen.set(false);

/** Opens the palette by Ctrl K or ⌘K, unless a dialog or menu has the keys. */
export function usePaletteKey(): void {
  useWindowEvent('keydown', (event) => {
    const { ctrlKey, metaKey, altKey, shiftKey, key, isComposing } = event;
    const isK = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';
    const isCovered = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]');
    if (!isK || isComposing || isCovered) return;
    event.preventDefault();
    openPalette();
  });
}

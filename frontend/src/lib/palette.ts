import { createStore } from './create-store';

/** The key that with K opens the palette. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export const paletteIsOpen = createStore(false);

export const openPalette = () => paletteIsOpen.set(true);

export const closePalette = () => paletteIsOpen.set(false);

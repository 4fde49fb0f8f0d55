import { type KeyboardEvent, useRef } from 'react';

import { focusFirstField } from '../lib/forms/focus-first-field';
import { TOASTS_ID } from '../lib/toasts';

/**
 * Event handlers for a dialog that is opened by state. On opening, its first field gets the focus. On closing, the focus
 * goes to the preferred element, else to the one that had it on opening, else to the page. An element that was focused
 * meanwhile keeps the focus.
 */
export function useDialogEvents(onClose: () => void, preferred?: () => HTMLElement | null) {
  const opener = useRef<Element | null>(null);
  return {
    // Such as an Escape that gives up a Japanese word.
    onEscapeKeyDown: (event: globalThis.KeyboardEvent) => {
      if (event.isComposing) event.preventDefault();
    },
    // Radix passes Escape only to what opened last, and prevents the default when it has closed something.
    onKeyDown: ({ key, defaultPrevented, nativeEvent }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !nativeEvent.isComposing) onClose();
    },
    onInteractOutside: (event: Event) => {
      if (event.target instanceof Element && event.target.closest(`#${TOASTS_ID}`))
        event.preventDefault();
    },
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      const dialog = event.currentTarget as HTMLElement;
      focusFirstField(dialog);
      if (dialog.contains(document.activeElement)) event.preventDefault();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { activeElement: focused, body } = document;
      // A dialog around the opener takes the focus for itself when something in it has lost it.
      if (focused !== body && !focused?.contains(opener.current)) return;
      const isOpenerThere = opener.current instanceof HTMLElement && opener.current.isConnected;
      const fallback = isOpenerThere ? opener.current : document.getElementById('main');
      const target = preferred?.() ?? fallback;
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

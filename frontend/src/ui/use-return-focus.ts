import { useRef } from 'react';

/**
 * Event handlers for a dialog that is opened by state: on closing, focus goes to the preferred element, else back to what
 * had it on opening, else to the page. An element that took the focus meanwhile keeps it.
 */
export function useReturnFocus(preferred?: () => HTMLElement | null) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = preferred?.();
      if (target) {
        target.focus();
        return;
      }
      if (document.activeElement !== document.body) return;
      const isOpenerThere = opener.current instanceof HTMLElement && opener.current.isConnected;
      const fallback = isOpenerThere ? opener.current : document.getElementById('main');
      if (fallback instanceof HTMLElement) fallback.focus();
    },
  };
}

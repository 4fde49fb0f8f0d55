import { type PointerEvent, useEffect, useRef } from 'react';

const LONG_PRESS_MS = 450;

/** Handlers that detect a long touch; `wasLong` tells whether the click that follows ended one. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLong = useRef(false);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => cancel, []);
  return {
    wasLong: () => isLong.current,
    handlers: {
      onPointerDown: ({ pointerType }: PointerEvent) => {
        isLong.current = false;
        if (pointerType !== 'touch') return;
        timer.current = setTimeout(() => {
          isLong.current = true;
          onLongPress();
        }, LONG_PRESS_MS);
      },
      onPointerUp: cancel,
      onPointerLeave: cancel,
      // The browser cancels the pointer when it begins to scroll.
      onPointerCancel: cancel,
    },
  };
}

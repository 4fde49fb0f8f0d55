import { type PointerEvent, useEffect, useRef } from 'react';

const LONG_PRESS_MS = 450;

/** Handlers for a press that stays where it is; `wasLong` tells the click that follows it from another. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLong = useRef(false);
  const cancel = () => {
    clearTimeout(timer.current);
  };
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
      // Scrolling has begun.
      onPointerCancel: cancel,
    },
  };
}

import { useEffect, useEffectEvent } from 'react';

/** Listens to an event of the window while `isOn`. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  isOn = true,
): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener(type, onEvent);
    return () => window.removeEventListener(type, onEvent);
  }, [type, isOn]);
}

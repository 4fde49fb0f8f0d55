import { useEffect, useState } from 'react';

const IDLE_AFTER_MS = 3000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** True while nobody has moved, pressed or typed for a while. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const rest = () => setTimeout(() => setIsIdle(true), IDLE_AFTER_MS);
    let timer = rest();
    const stir = () => {
      clearTimeout(timer);
      timer = rest();
      setIsIdle(false);
    };
    for (const sign of SIGNS) window.addEventListener(sign, stir);
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, stir);
    };
  }, []);
  return isIdle;
}

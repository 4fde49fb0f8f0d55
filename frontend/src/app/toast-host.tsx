import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

import { useToasts } from '../lib/toasts';

const loadToaster = () => import('../ui/toaster');

/** Without a connection there may be no toaster, of which the page must not break. */
const noToaster: { default: ComponentType } = { default: () => null };
const Toaster = lazy<ComponentType>(() => loadToaster().catch(() => noToaster));

/** Fetches the toaster when the page is at rest, so that even a lost connection can be told of. */
function useToasterAtRest(): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadToaster().catch(() => undefined), 3000);
    return () => {
      clearTimeout(timer);
    };
  }, []);
}

/** Keeps the toaster out of the first load; once there is a message it stays. */
export function ToastHost() {
  const hasMessages = useToasts().length > 0;
  const [isNeeded, setIsNeeded] = useState(false);
  useToasterAtRest();
  if (hasMessages && !isNeeded) setIsNeeded(true);
  return <Suspense>{isNeeded && <Toaster />}</Suspense>;
}

import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

import { useToasts } from '../lib/toasts';

const loadToaster = () => import('../ui/toaster');

/** Renders nothing when the toaster cannot be fetched, so that the page keeps working. */
const noToaster: { default: ComponentType } = { default: () => null };
const Toaster = lazy<ComponentType>(() => loadToaster().catch(() => noToaster));

/** Fetches the toaster some seconds after the page, so that a toast can appear even after the connection is lost. */
function useToasterAtRest(): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadToaster().catch(() => undefined), 3000);
    return () => {
      clearTimeout(timer);
    };
  }, []);
}

/** Renders the toaster from the first message on, which keeps it out of the first load. */
export function ToastHost() {
  const hasMessages = useToasts().length > 0;
  const [isNeeded, setIsNeeded] = useState(false);
  useToasterAtRest();
  if (hasMessages && !isNeeded) setIsNeeded(true);
  return <Suspense>{isNeeded && <Toaster />}</Suspense>;
}

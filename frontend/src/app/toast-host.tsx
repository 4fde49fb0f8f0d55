import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

import { afterData } from '../lib/after-data';
import { useToasts } from '../lib/toasts';

const loadToaster = () => import('../ui/toaster');

/** Renders nothing when the toaster cannot be fetched, so that the page keeps working. */
const noToaster: { default: ComponentType } = { default: () => null };
const Toaster = lazy<ComponentType>(() => loadToaster().catch(() => noToaster));

/** Renders the toaster from the first message on. It is fetched before, because the connection may be lost until then. */
export function ToastHost() {
  const hasMessages = useToasts().length > 0;
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    afterData(loadToaster).catch(() => undefined);
  }, []);
  if (hasMessages && !isNeeded) setIsNeeded(true);
  return <Suspense>{isNeeded && <Toaster />}</Suspense>;
}

import { useEffect } from 'react';

import { isSignedIn } from './session';

/** Lets the browser ask before the tab is closed while something would be lost. An ended session may always leave. */
export function useAskBeforeClosing(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isSignedIn()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [when]);
}

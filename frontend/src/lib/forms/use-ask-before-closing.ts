import { isSignedIn } from '../session/session';
import { useWindowEvent } from '../state/use-window-event';

/** Lets the browser ask before the tab is closed while something would be lost. An ended session may always leave. */
export function useAskBeforeClosing(when: boolean): void {
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (isSignedIn()) event.preventDefault();
  };
  useWindowEvent('beforeunload', onBeforeUnload, when);
}

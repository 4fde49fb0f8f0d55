import { tabStore } from '../lib/state/web-storage';

const RELOADED_KEY = 'reloaded-for-chunk';
const AT_MOST_EVERY_MS = 60_000;

/** Asks those who would keep the tab from being closed. */
function isUnsaved(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** Reloads the page unless that would lose something, and at most once a minute. Returns whether it does. */
function reload(): boolean {
  const last = Number(tabStore.get(RELOADED_KEY) ?? 0);
  if (Date.now() - last < AT_MOST_EVERY_MS || isUnsaved()) return false;
  // What is not kept would let it reload for ever.
  if (!tabStore.set(RELOADED_KEY, String(Date.now()))) return false;
  window.location.reload();
  return true;
}

/**
 * Reloads the page when a chunk is missing: a new release removes the old chunks, and browsers remember an import that
 * has failed for want of a connection. What is still missing afterwards says so itself.
 */
export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) window.addEventListener('online', reload, { once: true });
    else if (reload()) event.preventDefault();
  });
}

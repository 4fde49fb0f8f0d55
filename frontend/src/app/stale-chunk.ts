const RELOADED_KEY = 'reloaded-for-chunk';

/**
 * A new release takes the old chunks away. A page opened before it loads itself once more; once only, so that a chunk
 * that is truly missing ends at the error page.
 */
export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const now = Date.now();
    const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
    if (now - last < 60_000 || !navigator.onLine) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED_KEY, String(now));
    window.location.reload();
  });
}

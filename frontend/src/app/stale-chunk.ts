const RELOADED_KEY = 'reloaded-for-chunk';

/**
 * Reloads the page when a chunk is missing, because a new release removes the old chunks. It does so at most once a
 * minute: if the chunk is still missing, the error page shows.
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

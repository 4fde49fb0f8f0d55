/** Keeps the page that says that there is no connection; a browser without workers shows its own. */
export function keepOfflinePage(): void {
  if (!('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  });
}

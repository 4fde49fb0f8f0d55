/** Registers the service worker with the offline page; other browsers show their own. */
export function keepOfflinePage(): void {
  if (!('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  });
}

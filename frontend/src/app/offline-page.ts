import { idle } from '../lib/code/when-idle';
import { isSignedIn, onSessionChange } from '../lib/session/session';

const WORKER = '/sw.js';

async function forget(): Promise<void> {
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function follow(): Promise<void> {
  if (isSignedIn()) await navigator.serviceWorker.register(WORKER);
  else await forget();
}

/**
 * While somebody is signed in, the browser keeps the page that says that there is no connection (`vite.config.ts`), and
 * nothing else: what the API answers never passes through the worker. It forgets the page when the session ends.
 */
export async function keepOfflinePage(): Promise<void> {
  // Also absent where the page came without TLS from another machine.
  if (!('serviceWorker' in navigator)) return;
  await idle();
  const keep = () => void follow().catch((error: unknown) => console.warn('Offline page', error));
  onSessionChange(keep);
  keep();
}

/** Where a browser cannot say that it is idle, it is so after this time, in milliseconds. */
const PAGE_START_MS = 1_000;

const online = () =>
  new Promise((resolve) => {
    window.addEventListener('online', resolve, { once: true });
  });

/** A browser without a network says that it is offline, although a server on its own machine may answer. */
const canReachServer = () =>
  navigator.onLine ||
  fetch('/config.js', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Resolves when the browser has nothing else to do and reaches the server: browsers remember an import that has failed. */
export async function idle(): Promise<void> {
  await new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, PAGE_START_MS);
  });
  if (!(await canReachServer())) await online();
}

/** Imports a module when the browser is idle; after a failure, which it reports, again each time that the connection is back. */
export async function importWhenIdle<Code>(
  load: () => Promise<Code>,
  onMissing?: () => void,
): Promise<Code> {
  await idle();
  try {
    return await load();
  } catch {
    onMissing?.();
    await online();
    return importWhenIdle(load, onMissing);
  }
}

/** A larger file would fill the memory, since Web Crypto hashes no stream. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Covers the reading of the file from a slow card; afterwards it is sent without its hash. */
const MAX_MS = 30_000;

/**
 * The SHA-256 of a file in hexadecimal digits. Null where it cannot be computed: on an address without encryption, in a
 * browser without Web Crypto or workers, and for a file that is too large or cannot be read.
 */
export async function sha256Of(file: File): Promise<string | null> {
  if (!window.isSecureContext || typeof Worker === 'undefined' || file.size > MAX_BYTES)
    return null;
  const worker = new Worker(new URL('./digest.worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const timer = setTimeout(resolve, MAX_MS, null);
  worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => resolve(data));
  worker.addEventListener('error', () => resolve(null));
  worker.postMessage(file);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

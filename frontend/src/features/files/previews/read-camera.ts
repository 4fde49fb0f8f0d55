import { MissingCodeError } from '../../../lib/code/fetch-code';
import type { CameraFact } from './camera';

const LONGEST_READ_MS = 3_000;

/**
 * The camera data of a file, read in a worker. A broken file may keep the parser busy for ever: the worker is ended
 * after LONGEST_READ_MS, and the result is empty.
 */
export function readCamera(blob: Blob): Promise<CameraFact[]> {
  let timer: ReturnType<typeof setTimeout>;
  const worker = new Worker(new URL('./camera.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<CameraFact[]>((resolve, reject) => {
    timer = setTimeout(resolve, LONGEST_READ_MS, []);
    worker.addEventListener('message', ({ data }: MessageEvent<CameraFact[]>) => resolve(data));
    worker.addEventListener('error', () => reject(new MissingCodeError()));
    worker.postMessage(blob);
  }).finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

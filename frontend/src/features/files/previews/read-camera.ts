import { MissingCodeError } from '../../../lib/late-code';
import type { CameraFact } from './camera';

const LONGEST_READ_MS = 3_000;

/** What the camera wrote, read in a worker that can be ended: a broken file may keep its reader busy for ever, which then says nothing. */
export function readCamera(blob: Blob): Promise<CameraFact[]> {
  let timer: ReturnType<typeof setTimeout>;
  const worker = new Worker(new URL('./camera.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<CameraFact[]>((resolve, reject) => {
    timer = setTimeout(resolve, LONGEST_READ_MS, []);
    worker.addEventListener('message', ({ data }: MessageEvent<CameraFact[]>) => {
      resolve(data);
    });
    worker.addEventListener('error', () => {
      reject(new MissingCodeError('The reader of what the camera wrote could not be loaded'));
    });
    worker.postMessage(blob);
  }).finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

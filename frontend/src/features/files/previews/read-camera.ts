import { MissingCodeError } from '../../../lib/code/fetch-code';
import type { CameraFact } from './camera';

const LONGEST_READ_MS = 3_000;

export type CameraTask = 'facts' | 'orientation';

/** The camera data of a file; empty for a broken one. */
export const readCamera = (blob: Blob) => readInWorker<CameraFact[]>('facts', blob, []);

/** The EXIF orientation of a RAW; 1 for a broken one. */
export const readOrientation = (blob: Blob) => readInWorker('orientation', blob, 1);

/**
 * Reads a file in a worker. A broken file may keep the parser busy for ever: the worker is ended after LONGEST_READ_MS,
 * and the result is `otherwise`.
 */
function readInWorker<Answer>(task: CameraTask, blob: Blob, otherwise: Answer): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout>;
  const worker = new Worker(new URL('./camera.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Answer>((resolve, reject) => {
    timer = setTimeout(resolve, LONGEST_READ_MS, otherwise);
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
    worker.addEventListener('error', () => reject(new MissingCodeError()));
    worker.postMessage({ task, blob });
  }).finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

import type { CameraFact } from './camera';

const LONGEST_READ_MS = 3_000;

/** What the camera wrote, read in a worker that can be ended: a broken file may keep its reader busy for ever. */
export function readCamera(blob: Blob): Promise<CameraFact[]> {
  const worker = new Worker(new URL('./camera.worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    const end = (facts: CameraFact[]) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(facts);
    };
    const timer = setTimeout(end, LONGEST_READ_MS, []);
    worker.addEventListener('message', ({ data }: MessageEvent<CameraFact[]>) => {
      end(data);
    });
    worker.addEventListener('error', () => {
      end([]);
    });
    worker.postMessage(blob);
  });
}

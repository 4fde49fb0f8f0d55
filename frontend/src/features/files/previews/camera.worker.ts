import { cameraFacts } from './camera';
import { orientationOf } from './exif-tags';
import type { CameraTask } from './read-camera';

const readers = {
  facts: cameraFacts,
  orientation: async (blob: Blob) => orientationOf(new Uint8Array(await blob.arrayBuffer())),
} satisfies Record<CameraTask, unknown>;

addEventListener(
  'message',
  ({ data: { task, blob } }: MessageEvent<{ task: CameraTask; blob: Blob }>) =>
    void readers[task](blob).then((answer) => postMessage(answer)),
);

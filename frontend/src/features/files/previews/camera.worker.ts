import { cameraFacts } from './camera';

addEventListener(
  'message',
  ({ data }: MessageEvent<Blob>) => void cameraFacts(data).then((facts) => postMessage(facts)),
);

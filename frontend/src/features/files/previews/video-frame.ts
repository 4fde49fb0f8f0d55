import { drawScaled } from './draw';

const GIVE_UP_AFTER_MS = 10_000;
/** Many films begin with a black frame. */
const FRAME_AT_S = 0.1;

function frameReady(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The first frame took too long')),
      GIVE_UP_AFTER_MS,
    );
    const settle = (action: () => void) => () => {
      clearTimeout(timer);
      action();
    };
    video.onseeked = settle(resolve);
    video.onerror = settle(() => reject(new Error('This browser cannot play the format')));
    video.onloadeddata = () => {
      video.currentTime = Math.min(FRAME_AT_S, video.duration || FRAME_AT_S);
    };
  });
}

/** The first frame of a film. Rejects for formats the browser cannot play. */
export async function firstFrame(blob: Blob, maxSide: number): Promise<Blob> {
  const url = URL.createObjectURL(blob);
  const video = document.createElement('video');
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    const ready = frameReady(video);
    video.src = url;
    await ready;
    return await drawScaled(video, video.videoWidth, video.videoHeight, maxSide);
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

import { fetchCode } from '../../../lib/code/fetch-code';
import { drawScaled } from './draw';
import { repeatedElements } from './repeated-elements';
import { markedEncoding } from './text';

/** A vector image without a size is drawn this large. */
const DEFAULT_VECTOR_PX = 1200;
/** Drawing them takes a second or two, in which the page stands still. */
const MAX_REPEATED_ELEMENTS = 10_000;

const SAMPLE_PX = 64;

/** The pixels of an element that the browser has loaded; throws when there are none. */
function drawn(image: HTMLImageElement): ImageBitmap {
  const draw = (width: number, height: number) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0, width, height);
    return { canvas, context };
  };
  const sample = draw(SAMPLE_PX, SAMPLE_PX).context?.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX);
  if (!sample?.data.some((value) => value > 0)) throw new Error('Nothing of the picture is there');
  return draw(image.naturalWidth, image.naturalHeight).canvas.transferToImageBitmap();
}

/** What is there of a cut picture, as an `<img>` shows it; rejects when that is nothing. */
async function whatIsThere(blob: Blob): Promise<ImageBitmap> {
  const url = URL.createObjectURL(blob);
  try {
    const image = new Image();
    // Unlike `decode`, it succeeds for half a picture.
    const loaded = new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
    });
    image.src = url;
    await loaded;
    return drawn(image);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Decodes, off the main thread, the picture or, if this browser cannot read it, the JPEG embedded in it. */
async function decode(blob: Blob): Promise<{ readable: Blob; bitmap: ImageBitmap }> {
  try {
    return { readable: blob, bitmap: await createImageBitmap(blob) };
  } catch {
    const bitmap = await whatIsThere(blob).catch(() => null);
    if (bitmap) return { readable: blob, bitmap };
    const { embeddedPicture } = await fetchCode(() => import('./embedded-jpeg'));
    const readable = await embeddedPicture(blob);
    return { readable, bitmap: await createImageBitmap(readable) };
  }
}

/** The picture if this browser can read it, else the JPEG embedded in it. Rejects when there is neither. */
export async function readablePicture(blob: Blob): Promise<Blob> {
  const { readable, bitmap } = await decode(blob);
  bitmap.close();
  return readable;
}

/** A small copy of a picture, rotated by its EXIF orientation. Rejects when the browser cannot read it. */
export async function shrinkImage(blob: Blob, maxSide: number): Promise<Blob> {
  const { bitmap } = await decode(blob);
  try {
    return await drawScaled(bitmap, bitmap.width, bitmap.height, maxSide);
  } finally {
    bitmap.close();
  }
}

/** Rejects an SVG that would keep the page busy for ever: it is drawn on the main thread, where nothing can end it. */
async function refuseEndless(blob: Blob): Promise<void> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  // References are ASCII in every other encoding, so that latin1 finds them.
  const text = new TextDecoder(markedEncoding(bytes) ?? 'latin1').decode(bytes);
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml');
  if (repeatedElements(svg) > MAX_REPEATED_ELEMENTS) throw new Error('The drawing has no end');
}

/** A vector image as pixels. An SVG may contain scripts, which do not run in an `Image`. */
export async function rasterizeVector(blob: Blob, maxSide: number): Promise<Blob> {
  await refuseEndless(blob);
  const url = URL.createObjectURL(blob.slice(0, blob.size, 'image/svg+xml'));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const width = image.naturalWidth || DEFAULT_VECTOR_PX;
    const height = image.naturalHeight || DEFAULT_VECTOR_PX;
    const scale = maxSide / Math.max(width, height);
    image.width = Math.round(width * scale);
    image.height = Math.round(height * scale);
    return await drawScaled(image, image.width, image.height, maxSide);
  } finally {
    URL.revokeObjectURL(url);
  }
}

const GIVE_UP_AFTER_MS = 10_000;
/** Many films begin with a black frame. */
const FRAME_AT_S = 0.1;

function frameReady(video: HTMLVideoElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The first frame took too long')), GIVE_UP_AFTER_MS);
    video.onseeked = resolve;
    video.onerror = () => reject(new Error('This browser cannot play the format'));
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

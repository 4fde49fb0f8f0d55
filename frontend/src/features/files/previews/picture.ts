import { fetchCode } from '../../../lib/fetch-code';
import { drawScaled } from './draw';

/** A vector image without a size is drawn this large. */
const DEFAULT_VECTOR_PX = 1200;

/** Decodes, off the main thread, the picture or, if this browser cannot read it, the JPEG embedded in it. */
async function decode(blob: Blob): Promise<{ readable: Blob; bitmap: ImageBitmap }> {
  try {
    return { readable: blob, bitmap: await createImageBitmap(blob) };
  } catch {
    const { embeddedPicture } = await fetchCode(() => import('./embedded'));
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

/** A vector image as pixels. An SVG may contain scripts, which do not run in an `Image`. */
export async function rasterizeVector(blob: Blob, maxSide: number): Promise<Blob> {
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

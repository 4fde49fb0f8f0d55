import { readOrientation } from './read-camera';

const MAX_TRIES = 12;
/** The EXIF of a JPEG comes before its picture, within these bytes. */
const HEAD_BYTES = 4096;

function jpegOffsets(bytes: Uint8Array): number[] {
  const offsets: number[] = [];
  // A JPEG at offset 0 would be the file itself, so the search starts at 1.
  for (let at = bytes.indexOf(0xff, 1); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === 0xd8 && bytes[at + 2] === 0xff) offsets.push(at);
    if (offsets.length === MAX_TRIES) break;
  }
  return offsets;
}

/** An EXIF segment with the orientation alone. */
const orientationSegment = (orientation: number) =>
  Uint8Array.from([
    ...[0xff, 0xe1, 0, 34, ...new TextEncoder().encode('Exif\0\0')],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  ]);

/** Adds the orientation of the RAW to its embedded JPEG, which cameras store unrotated and without EXIF. */
async function withOrientation(jpeg: Blob, orientation: number): Promise<Blob> {
  const head = new TextDecoder('latin1').decode(await jpeg.slice(0, HEAD_BYTES).arrayBuffer());
  if (orientation === 1 || head.includes('Exif\0\0')) return jpeg;
  const parts = [jpeg.slice(0, 2), orientationSegment(orientation), jpeg.slice(2)];
  return new Blob(parts, { type: jpeg.type });
}

/** The largest JPEG inside a file, such as the preview in a RAW. Rejects when there is none. */
export async function embeddedPicture(blob: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let best: { blob: Blob; pixels: number } | null = null;
  for (const offset of jpegOffsets(bytes)) {
    const candidate = blob.slice(offset, blob.size, 'image/jpeg');
    const bitmap = await createImageBitmap(candidate).catch(() => null);
    const pixels = bitmap ? bitmap.width * bitmap.height : 0;
    bitmap?.close();
    if (pixels > (best?.pixels ?? 0)) best = { blob: candidate, pixels };
  }
  if (!best) throw new Error('The file holds no picture that this browser can read');
  return withOrientation(best.blob, await readOrientation(blob));
}

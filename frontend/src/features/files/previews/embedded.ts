const MAX_TRIES = 12;

function jpegOffsets(bytes: Uint8Array): number[] {
  const offsets: number[] = [];
  // The first bytes are the file's own beginning.
  for (let at = bytes.indexOf(0xff, 1); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === 0xd8 && bytes[at + 2] === 0xff) offsets.push(at);
  }
  return offsets;
}

/** The largest JPEG inside of a file: cameras put one into a RAW. Rejects when there is none. */
export async function embeddedPicture(blob: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let best: { blob: Blob; pixels: number } | null = null;
  for (const offset of jpegOffsets(bytes).slice(0, MAX_TRIES)) {
    const candidate = blob.slice(offset, blob.size, 'image/jpeg');
    const bitmap = await createImageBitmap(candidate).catch(() => null);
    const pixels = bitmap ? bitmap.width * bitmap.height : 0;
    bitmap?.close();
    if (pixels > (best?.pixels ?? 0)) best = { blob: candidate, pixels };
  }
  if (!best) throw new Error('The file holds no picture that this browser can read');
  return best.blob;
}

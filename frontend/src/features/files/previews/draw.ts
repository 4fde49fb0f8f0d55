/** Draws a source scaled to fit into a square of `maxSide` pixels and encodes it. */
export async function drawScaled(
  source: CanvasImageSource,
  width: number,
  height: number,
  maxSide: number,
): Promise<Blob> {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return encode(canvas);
}

/** Encodes as WebP, which keeps transparency, unlike JPEG. */
export async function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/webp', 0.85),
  );
  if (!blob) throw new Error('This browser cannot encode pictures');
  return blob;
}

/** Draws a source scaled to fit into a square of `maxSide` pixels and encodes it as WebP, which keeps transparency. */
export async function drawScaled(
  source: CanvasImageSource,
  width: number,
  height: number,
  maxSide: number,
): Promise<Blob> {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
}

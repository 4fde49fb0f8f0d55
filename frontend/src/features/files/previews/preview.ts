import { fetchCode, MissingCodeError } from '../../../lib/code/fetch-code';
import { previewKind } from '../preview-kind';
import { firstFrame, rasterizeVector, readablePicture, shrinkImage } from './picture';
import { startOfText } from './text';

const EVERY_BROWSER_SHOWS = /^image\/(?:jpeg|png|gif|webp|avif|bmp)$/;

/** A preview fills the window, a thumbnail a frame. What is left out is only in the downloaded file. */
const LARGE = { px: 2000, pages: 40, textBytes: 256 * 1024 };
const SMALL = { px: 560, pages: 1, textBytes: 1400 };

export type Preview =
  | { kind: 'image'; blob: Blob }
  | { kind: 'video'; blob: Blob }
  | { kind: 'pages'; pages: readonly Blob[]; total: number }
  | { kind: 'text'; text: string; isCut: boolean }
  | { kind: 'none' };

async function image(blob: Blob, contentType: string, isSmall: boolean): Promise<Blob> {
  const picture = blob.slice(0, blob.size, contentType);
  if (isSmall) return shrinkImage(picture, SMALL.px);
  return EVERY_BROWSER_SHOWS.test(contentType) ? picture : readablePicture(picture);
}

async function draw(blob: Blob, contentType: string, isSmall: boolean): Promise<Preview> {
  const { px, pages, textBytes } = isSmall ? SMALL : LARGE;
  switch (previewKind(contentType)) {
    case 'image':
      return { kind: 'image', blob: await image(blob, contentType, isSmall) };
    case 'vector':
      return { kind: 'image', blob: await rasterizeVector(blob, px) };
    case 'video':
      if (!isSmall) return { kind: 'video', blob: blob.slice(0, blob.size, contentType) };
      return { kind: 'image', blob: await firstFrame(blob, px) };
    case 'pdf': {
      const { renderPdf } = await fetchCode(() => import('./pdf'));
      return { kind: 'pages', ...(await renderPdf(blob, px, pages)) };
    }
    case 'text': {
      const text = await startOfText(blob, textBytes);
      return { kind: 'text', text, isCut: blob.size > textBytes };
    }
    case 'none':
      return { kind: 'none' };
  }
}

/**
 * Turns a file's bytes into something safe to show: pixels, a film or plain text, never a document; `none` for what this
 * browser cannot show. A thumbnail of a film is its first frame, that of a PDF its first page.
 */
export function makePreview(blob: Blob, contentType: string, isSmall = false): Promise<Preview> {
  return draw(blob, contentType, isSmall).catch((error: unknown) => {
    if (error instanceof MissingCodeError) throw error;
    return { kind: 'none' };
  });
}

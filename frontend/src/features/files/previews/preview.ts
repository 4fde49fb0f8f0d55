import { fetchCode, unlessCodeIsMissing } from '../../../lib/fetch-code';
import { previewKind } from '../preview-kind';
import { startOfText } from './text';

const LARGE_PX = 2000;
const TEXT_BYTES = 256 * 1024;

const EVERY_BROWSER_SHOWS = /^image\/(?:jpeg|png|gif|webp|avif|bmp)$/;

export type Preview =
  | { kind: 'image'; blob: Blob }
  | { kind: 'video'; blob: Blob }
  | { kind: 'pages'; pages: readonly Blob[]; total: number }
  | { kind: 'text'; text: string; isCut: boolean }
  | { kind: 'none' };

async function draw(blob: Blob, contentType: string): Promise<Preview> {
  switch (previewKind(contentType)) {
    case 'image': {
      const picture = blob.slice(0, blob.size, contentType);
      if (EVERY_BROWSER_SHOWS.test(contentType)) return { kind: 'image', blob: picture };
      const { readablePicture } = await fetchCode(() => import('./picture'));
      return { kind: 'image', blob: await readablePicture(picture) };
    }
    case 'vector': {
      const { rasterizeVector } = await fetchCode(() => import('./picture'));
      return { kind: 'image', blob: await rasterizeVector(blob, LARGE_PX) };
    }
    case 'video':
      return { kind: 'video', blob: blob.slice(0, blob.size, contentType) };
    case 'pdf': {
      const { renderPdf } = await fetchCode(() => import('./pdf'));
      return { kind: 'pages', ...(await renderPdf(blob, LARGE_PX)) };
    }
    case 'text': {
      const text = await startOfText(blob, TEXT_BYTES);
      return { kind: 'text', text, isCut: blob.size > TEXT_BYTES };
    }
    case 'none':
      return { kind: 'none' };
  }
}

/** Turns a file's bytes into something safe to show: pixels, a film or plain text, never a document. */
export function makePreview(blob: Blob, contentType: string): Promise<Preview> {
  return draw(blob, contentType).catch(unlessCodeIsMissing<Preview>({ kind: 'none' }));
}

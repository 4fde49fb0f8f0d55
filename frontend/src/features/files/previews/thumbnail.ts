import { fetchCode, unlessCodeIsMissing } from '../../../lib/fetch-code';
import { previewKind } from '../preview-kind';
import { startOfText } from './text';

const THUMBNAIL_PX = 560;
const TEXT_CHARACTERS = 700;

export type Thumbnail = { kind: 'picture'; blob: Blob } | { kind: 'text'; text: string } | null;

async function draw(blob: Blob, contentType: string): Promise<Thumbnail> {
  switch (previewKind(contentType)) {
    case 'image': {
      const { shrinkImage } = await fetchCode(() => import('./picture'));
      return { kind: 'picture', blob: await shrinkImage(blob, THUMBNAIL_PX) };
    }
    case 'vector': {
      const { rasterizeVector } = await fetchCode(() => import('./picture'));
      return { kind: 'picture', blob: await rasterizeVector(blob, THUMBNAIL_PX) };
    }
    case 'video': {
      const { firstFrame } = await fetchCode(() => import('./video-frame'));
      return { kind: 'picture', blob: await firstFrame(blob, THUMBNAIL_PX) };
    }
    case 'pdf': {
      const { renderPdf } = await fetchCode(() => import('./pdf'));
      const [page] = (await renderPdf(blob, THUMBNAIL_PX, 1)).pages;
      return page ? { kind: 'picture', blob: page } : null;
    }
    case 'text':
      return { kind: 'text', text: (await startOfText(blob, 4096)).slice(0, TEXT_CHARACTERS) };
    case 'none':
      return null;
  }
}

/** The small picture or text for a file; null (a glyph) for what this browser cannot show. */
export function makeThumbnail(blob: Blob, contentType: string): Promise<Thumbnail> {
  return draw(blob, contentType).catch(unlessCodeIsMissing(null));
}

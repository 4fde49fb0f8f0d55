import { fetchCode } from '../../../lib/late-code';
import { previewKind } from '../preview-kind';

const LARGE_PX = 2000;
const TEXT_BYTES = 256 * 1024;

const EVERY_BROWSER_SHOWS = /^image\/(?:jpeg|png|gif|webp|avif|bmp)$/;

export type Preview =
  | { kind: 'image'; blob: Blob }
  | { kind: 'video'; blob: Blob }
  | { kind: 'pages'; pages: readonly Blob[]; total: number }
  | { kind: 'text'; text: string; isCut: boolean }
  | { kind: 'none' };

/** A byte-order mark tells UTF-16 from UTF-8; anything else is told by its letters. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const marks: Readonly<Record<string, string>> = { '255,254': 'utf-16le', '254,255': 'utf-16be' };
  try {
    const encoding = marks[bytes.slice(0, 2).join(',')] ?? 'utf-8';
    // `stream`: the last letter may be cut.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    const { decodeText } = await fetchCode(() => import('./decode-text'));
    return decodeText(bytes);
  }
}

/** Turns a file's bytes into something safe to show: pixels, a film or plain text, never a document. */
export async function makePreview(blob: Blob, contentType: string): Promise<Preview> {
  switch (previewKind({ content_type: contentType })) {
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
      const text = await textOf(new Uint8Array(await blob.slice(0, TEXT_BYTES).arrayBuffer()));
      return { kind: 'text', text, isCut: blob.size > TEXT_BYTES };
    }
    case 'none':
      return { kind: 'none' };
  }
}

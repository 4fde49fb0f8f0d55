import { fetchCode } from '../../../lib/code/fetch-code';

const MARKS: Readonly<Record<string, string>> = { '255,254': 'utf-16le', '254,255': 'utf-16be' };

/** UTF-16 when a byte-order mark tells so. */
export const markedEncoding = (bytes: Uint8Array): string | undefined =>
  MARKS[bytes.slice(0, 2).join(',')];

/** The text in the first bytes of a file. A byte-order mark tells UTF-16 from UTF-8; anything else is told by its letters. */
export async function startOfText(blob: Blob, maxBytes: number): Promise<string> {
  const bytes = new Uint8Array(await blob.slice(0, maxBytes).arrayBuffer());
  try {
    const encoding = markedEncoding(bytes) ?? 'utf-8';
    // `stream`: the last letter may be cut.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    const { decodeText } = await fetchCode(() => import('./decode-text'));
    return decodeText(bytes);
  }
}

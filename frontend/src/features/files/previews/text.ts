import { fetchCode } from '../../../lib/code/fetch-code';

const MARKS: Readonly<Record<string, string>> = { '255,254': 'utf-16le', '254,255': 'utf-16be' };

/** The text in the first bytes of a file. A byte-order mark tells UTF-16 from UTF-8; anything else is told by its letters. */
export async function startOfText(blob: Blob, maxBytes: number): Promise<string> {
  const bytes = new Uint8Array(await blob.slice(0, maxBytes).arrayBuffer());
  try {
    const encoding = MARKS[bytes.slice(0, 2).join(',')] ?? 'utf-8';
    // `stream`: the last letter may be cut.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    const { decodeText } = await fetchCode(() => import('./decode-text'));
    return decodeText(bytes);
  }
}

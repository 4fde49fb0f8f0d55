import jschardet from 'jschardet';

/** Encodings that the detector calls by names that browsers do not know. */
const BROWSER_NAMES: Readonly<Record<string, string>> = { CP932: 'shift_jis', CP949: 'euc-kr' };
const FALLBACK = 'windows-1252';

/** The text of bytes that are not UTF-8, such as a note that Windows saved as "ANSI". */
export function decodeText(bytes: Uint8Array): string {
  const { encoding } = jschardet.detect(bytes);
  return decoderOf(BROWSER_NAMES[encoding ?? ''] ?? encoding ?? FALLBACK).decode(bytes);
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder(FALLBACK);
  }
}

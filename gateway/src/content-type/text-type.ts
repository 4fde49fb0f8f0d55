import type { kindOfName } from '@studiolo/contracts';

import type { FileBytes } from './file-bytes.js';

const CHUNK_BYTES = 64 * 1024;

/**
 * Content that a browser would treat as a page
 * (https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type).
 */
const PAGE =
  /^\s*<(!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link|object|embed|img|form|base)[\s/>]|^\s*<!--|^\s*<\?xml/i;

/**
 * What may precede an SVG's root element: space, instructions, comments and a document type. Matched one by one from
 * the start (sticky): a single expression for all of them would backtrack exponentially.
 */
const SVG_PROLOG = /\s+|<\?[\w-][^>]*\?>|<!--[^]*?-->|<!DOCTYPE\s+svg[^>[]*(?:\[[^\]]*\]\s*)?>/giy;
const SVG_ROOT = /^<(?:svg:)?svg[\s>/]/i;

/** Word 2003 XML says at its start which program opens it. */
const WORD_XML = /<\?mso-application\s+progid="Word\.Document"\s*\?>/;

// DOS ended its text files with Ctrl+Z (1a); 1b begins the escapes of ISO-2022.
// eslint-disable-next-line no-control-regex -- control characters identify binary data
const BINARY = /[\u0000-\u0008\u000e-\u0019\u001c-\u001f\u007f]/;

/** By byte-order mark. UTF-16 is tried only with its mark: almost any bytes would pass as UTF-16. */
const ENCODINGS: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };
/** What the name of a file promises. */
export type Promised = ReturnType<typeof kindOfName>;

/**
 * The first 64 KiB of a file that is text from end to end, otherwise undefined. Under the name of a text file, all bytes
 * without control characters are text: `latin1` stands for all encodings of 8 bits and of East Asia, which share these.
 */
export async function readText(file: FileBytes, promised: Promised): Promise<string | undefined> {
  const mark = (await file.read(0, 2)).toString('hex');
  const start = await readAsText(file, ENCODINGS[mark] ?? 'utf-8');
  return start ?? (promised === 'text' ? readAsText(file, 'latin1') : undefined);
}

/**
 * What a text is: plain text under the name of one, even if a browser would treat it as a page; under other names also a
 * drawing, a PDF or a Word document without binary parts; undefined for a page.
 */
export function typeOfText(start: string, promised: Promised): string | undefined {
  if (promised === 'text') return 'text/plain';
  if (start.trimStart().startsWith('%PDF-')) return 'application/pdf';
  if (promised === 'pdf' && start.slice(0, 1024).includes('%PDF-')) return 'application/pdf';
  if (start.startsWith('{\\rtf')) return 'application/rtf';
  if (promised === 'doc' && WORD_XML.test(start)) return 'application/msword';
  if (SVG_ROOT.test(start.replace(SVG_PROLOG, ''))) return 'image/svg+xml';
  return PAGE.test(start) ? undefined : 'text/plain';
}

/** The first 64 KiB of a file if all of it is text in this encoding. */
async function readAsText(file: FileBytes, encoding: string): Promise<string | undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let start: string | undefined;
  try {
    for (let offset = 0; offset < file.size; offset += CHUNK_BYTES) {
      const text = decoder.decode(await file.read(offset, CHUNK_BYTES), { stream: true });
      if (BINARY.test(text)) return undefined;
      start ??= text;
    }
    decoder.decode();
    return start;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return undefined;
    throw error;
  }
}

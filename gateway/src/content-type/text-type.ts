import { extname } from 'node:path';

import type { FileBytes } from './file-bytes.js';

const CHUNK_BYTES = 64 * 1024;

/** Extensions of text files that a double click runs or opens as a web page. */
const ACTIVE_EXTENSIONS = new Set(
  (
    '.html .htm .xhtml .xht .shtml .mht .mhtml .hta .xml .xsl .js .mjs .cjs .jse .vbs .vbe .wsf .wsh ' +
    '.bat .cmd .com .ps1 .psm1 .sh .bash .command .reg .lnk .url .desktop .scr .exe .dll .msi .jar .php .py .rb .pl'
  ).split(' '),
);

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

// eslint-disable-next-line no-control-regex -- control characters identify binary data
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/;

const ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** `text/plain` or `image/svg+xml` for a file that is text from end to end; undefined for pages, scripts and binary data. */
export async function textType(file: FileBytes, filename: string): Promise<string | undefined> {
  for (const encoding of ENCODINGS) {
    const start = await readAsText(file, encoding);
    if (start === undefined) continue;
    if (SVG_ROOT.test(start.replace(SVG_PROLOG, ''))) return 'image/svg+xml';
    const isActive = PAGE.test(start) || ACTIVE_EXTENSIONS.has(extname(filename).toLowerCase());
    return isActive ? undefined : 'text/plain';
  }
  return undefined;
}

/** The first 64 KiB of a file if all of it is text in this encoding. */
async function readAsText(file: FileBytes, encoding: Encoding): Promise<string | undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let start: string | undefined;
  try {
    for (let offset = 0; offset < file.size; offset += CHUNK_BYTES) {
      const bytes = await file.read(offset, CHUNK_BYTES);
      if (start === undefined && !couldStart(bytes, encoding)) return undefined;
      const text = decoder.decode(bytes, { stream: true });
      if (BINARY.test(text)) return undefined;
      start ??= text;
    }
    decoder.decode();
    return start;
  } catch (error) {
    if (isUndecodable(error)) return undefined;
    throw error;
  }
}

function isUndecodable(error: unknown): boolean {
  const code = 'ERR_ENCODING_INVALID_ENCODED_DATA';
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** UTF-16 has a byte-order mark. Single-byte text is mostly ASCII; without this check any bytes would pass. */
function couldStart(bytes: Buffer, encoding: Encoding): boolean {
  if (encoding === 'utf-8') return true;
  if (encoding === 'utf-16le') return bytes[0] === 0xff && bytes[1] === 0xfe;
  const high = bytes.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);
  return high < bytes.length / 4;
}

import { fileKindOf } from '@studiolo/contracts';

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

/** Characters that identify binary data: the controls but for tab, line breaks, form feed and those of old terminals. */
// eslint-disable-next-line no-control-regex -- see above
const BINARY = /[\u0000-\u0007\u000e-\u0019\u001c-\u001f\u007f]/;

type TextType = 'text/plain' | 'image/svg+xml' | 'text/html';

/**
 * The type of a file that is text from end to end: UTF-8, UTF-16 with a byte-order mark or, where the name says text, any
 * encoding of letters in single bytes or of East Asia, whose bytes are no control characters either. `text/html` stands
 * for everything that a browser would treat as a page.
 */
export async function textType(file: FileBytes, filename: string): Promise<TextType | undefined> {
  const start = await readAsText(file, encodingsOf(await file.read(0, 2), filename));
  if (start === undefined) return undefined;
  if (SVG_ROOT.test(start.replace(SVG_PROLOG, ''))) return 'image/svg+xml';
  return PAGE.test(start) ? 'text/html' : 'text/plain';
}

function encodingsOf(start: Buffer, filename: string): readonly string[] {
  if (start[0] === 0xff && start[1] === 0xfe) return ['utf-16le'];
  if (start[0] === 0xfe && start[1] === 0xff) return ['utf-16be'];
  return fileKindOf(filename) === 'text' ? ['utf-8', 'latin1'] : ['utf-8'];
}

/** The first 64 KiB of a file if all of it is text in one of these encodings. */
async function readAsText(
  file: FileBytes,
  encodings: readonly string[],
): Promise<string | undefined> {
  for (const encoding of encodings) {
    const start = await decoded(file, encoding);
    if (start !== undefined) return start;
  }
  return undefined;
}

async function decoded(file: FileBytes, encoding: string): Promise<string | undefined> {
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
    if (isUndecodable(error)) return undefined;
    throw error;
  }
}

function isUndecodable(error: unknown): boolean {
  const code = 'ERR_ENCODING_INVALID_ENCODED_DATA';
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

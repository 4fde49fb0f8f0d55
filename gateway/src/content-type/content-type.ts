import { DOCX_TYPE, KIB, kindOfName, PROTECTED_DOCX_TYPE } from '@studiolo/contracts';
import { fileTypeFromBuffer } from 'file-type';

import { hasStream } from './compound-file.js';
import type { FileBytes } from './file-bytes.js';
import { isoMediaType } from './iso-media.js';
import { isTga, signatureType } from './signatures.js';
import { readText, typeOfText } from './text-type.js';
import { isWordArchive } from './word-archive.js';

/** The bytes that `file-type` gets: every format shows itself sooner, and a forged file cannot keep it busy. */
const HEAD_BYTES = 64 * KIB;
/** Readers look for the header of a PDF here (PDF Reference 1.7, implementation note 13). */
const PDF_HEADER_WITHIN = 1024;

/** Types accepted as video or picture although their names do not say so. */
const ALSO_MEDIA: Readonly<Record<string, string>> = {
  'application/mxf': 'application/mxf',
  'application/vnd.ms-asf': 'video/x-ms-asf',
  'application/vnd.rn-realmedia': 'video/vnd.rn-realvideo',
};

/** A drawing program's file, called an image for historical reasons. */
const NO_IMAGE = new Set(['image/vnd.dwg']);

/**
 * The media type of a file by its content: pictures and videos of any kind, pdf, doc, docx and text; undefined for
 * everything else. What is text from end to end is text, whatever its first letters. The name decides only where
 * the content fits two kinds.
 */
export async function contentTypeOf(
  file: FileBytes,
  filename: string,
): Promise<string | undefined> {
  const promised = kindOfName(filename);
  const text = await readText(file, promised);
  if (text !== undefined) return typeOfText(text, promised);
  const head = Buffer.from(await file.read(0, HEAD_BYTES));
  if (startsWith(head, 'PK')) return (await isWordArchive(file)) ? DOCX_TYPE : undefined;
  if (startsWith(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return typeOfCompoundFile(file);
  // `file-type` would inflate it, and nothing compressed is accepted.
  if (startsWith(head, '\x1f\x8b')) return undefined;
  // `file-type` would take it for a cursor.
  if (isTga(head, filename)) return 'image/x-tga';
  const type =
    (await isoMediaType(file, promised)) ??
    mediaType((await fileTypeFromBuffer(head))?.mime) ??
    signatureType(head);
  const isLatePdf = promised === 'pdf' && head.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-');
  return type ?? (isLatePdf ? 'application/pdf' : undefined);
}

const startsWith = (head: Buffer, signature: string) =>
  head.subarray(0, signature.length).equals(Buffer.from(signature, 'latin1'));

async function typeOfCompoundFile(file: FileBytes): Promise<string | undefined> {
  if (await hasStream(file, 'WordDocument')) return 'application/msword';
  // [MS-OFFCRYPTO] 2.3.4: how Office stores a document with a password, whatever it holds.
  return (await hasStream(file, 'EncryptedPackage')) ? PROTECTED_DOCX_TYPE : undefined;
}

function mediaType(mime: string | undefined): string | undefined {
  if (mime === undefined || mime === 'application/pdf') return mime;
  const isMedia = /^(image|video)\//.test(mime) && !NO_IMAGE.has(mime);
  return isMedia ? mime : ALSO_MEDIA[mime];
}

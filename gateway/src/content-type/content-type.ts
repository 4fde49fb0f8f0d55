import { type FileKind, mayHoldText } from '@studiolo/contracts';
import { fileTypeFromTokenizer } from 'file-type';

import { DOC, documentType, DOCX, PDF, RTF } from './document-type.js';
import type { FileBytes } from './file-bytes.js';
import { FileTokenizer } from './file-tokenizer.js';
import { signatureType } from './signatures.js';
import { textType } from './text-type.js';

/** Types accepted as video although their names do not say so. */
const ALSO_VIDEO: Readonly<Record<string, string>> = {
  'application/mxf': 'application/mxf',
  'application/vnd.ms-asf': 'video/x-ms-asf',
};

/** A drawing program's file, called an image for historical reasons. */
const NO_IMAGE = new Set(['image/vnd.dwg']);

const DOCUMENTS = new Set([PDF, DOC, DOCX, RTF]);

/**
 * The media type of a file by its content: pictures and videos of any kind, pdf, doc, docx and text. Undefined for
 * everything else. Text comes first, since signatures of a few bytes also stand at the start of sentences. The name only
 * decides for text and for what word processors write under the name of another format.
 */
export async function contentTypeOf(
  file: FileBytes,
  filename: string,
): Promise<string | undefined> {
  const text = await textType(file, filename);
  if (text === 'image/svg+xml') return text;
  if (text === 'text/plain' && mayHoldText(filename)) return text;
  if (text === 'text/html') return undefined;
  const document = await documentType(file, filename);
  if (document !== undefined || text !== undefined) return document;
  return (await signatureType(file)) ?? mediaType(file);
}

/** What a media type is, in words; undefined for no accepted type. */
export function kindOfType(contentType: string): FileKind | undefined {
  if (DOCUMENTS.has(contentType)) return 'document';
  if (contentType === 'text/plain') return 'text';
  if (contentType.startsWith('image/')) return 'picture';
  return contentType.startsWith('video/') || contentType in ALSO_VIDEO ? 'video' : undefined;
}

async function mediaType(file: FileBytes): Promise<string | undefined> {
  const found = await fileTypeFromTokenizer(new FileTokenizer(file));
  // Removes parameters, as in `image/png; …`, which do not belong in a header.
  const mime = found?.mime.split(';')[0] ?? '';
  const isMedia = /^(image|video)\//.test(mime) && !NO_IMAGE.has(mime);
  return isMedia ? mime : ALSO_VIDEO[mime];
}

import { fileTypeFromTokenizer } from 'file-type';

import { hasWordStream } from './compound-file.js';
import type { FileBytes } from './file-bytes.js';
import { FileTokenizer } from './file-tokenizer.js';
import { signatureType } from './image-signatures.js';
import { textType } from './text-type.js';
import { hasWordParts } from './zip-entries.js';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Types accepted as video or picture although their names do not say so. */
const ALSO_MEDIA: Readonly<Record<string, string>> = {
  'application/mxf': 'application/mxf',
  'application/vnd.ms-asf': 'video/x-ms-asf',
};

/** A drawing program's file, called an image for historical reasons. */
const NO_IMAGE = new Set(['image/vnd.dwg']);

/** Text formats that `file-type` recognises by their first line. */
const PLAIN_TEXT = new Set(['text/vcard', 'text/calendar', 'text/vtt']);

/**
 * The media type of a file by its content: pictures and videos of any kind, pdf, doc, docx and text.
 * Undefined for everything else. The name only matters for text, which has no signature of its own.
 */
export async function contentTypeOf(
  file: FileBytes,
  filename: string,
): Promise<string | undefined> {
  const mime = await signedType(file);
  if (mime === undefined || mime === 'application/xml' || PLAIN_TEXT.has(mime)) {
    return (await signatureType(file)) ?? textType(file, filename);
  }
  if (mime === 'application/pdf') return mime;
  if (mime === DOCX) return (await hasWordParts(file)) ? mime : undefined;
  if (mime === 'application/x-cfb') {
    return (await hasWordStream(file)) ? 'application/msword' : undefined;
  }
  const isMedia = /^(image|video)\//.test(mime) && !NO_IMAGE.has(mime);
  return isMedia ? mime : ALSO_MEDIA[mime];
}

async function signedType(file: FileBytes): Promise<string | undefined> {
  const found = await fileTypeFromTokenizer(new FileTokenizer(file));
  // Removes parameters, as in `image/png; …`, which do not belong in a header.
  return found?.mime.split(';')[0];
}

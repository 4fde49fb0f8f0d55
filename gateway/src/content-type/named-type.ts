import { extname } from 'node:path';

import { Mime } from 'mime';
import other from 'mime/types/other.js';
import standard from 'mime/types/standard.js';

/** Extensions that `mime` does not know, or knows as something else. */
const OF_CAMERAS = {
  'image/x-raw':
    '3fr arw cr2 cr3 crw dcr erf fff iiq kdc mrw nef nrw orf pef raf raw rw2 sr2 srw x3f'.split(
      ' ',
    ),
  'image/mj2': ['mj2'],
  'image/vnd.radiance': ['hdr'],
  'video/mxf': ['mxf'],
  'video/x-red-r3d': ['r3d'],
};
const names = new Mime(standard, other).define(OF_CAMERAS, true);

const DOCUMENTS = new Set(['.pdf', '.doc', '.docx'].map((extension) => names.getType(extension)));

/**
 * False when the extension says pdf, doc, docx, picture or video and the content differs: a program for another format
 * would open it. Any picture may have the extension of any picture.
 */
export function isAsNamed(contentType: string, filename: string): boolean {
  const promised = kindOf(names.getType(extname(filename)));
  return promised === undefined || promised === kindOf(contentType);
}

function kindOf(type: string | null): string | undefined {
  if (type === 'application/mxf') return 'video';
  const [, media] = /^(image|video)\//.exec(type ?? '') ?? [];
  return media ?? (type !== null && DOCUMENTS.has(type) ? type : undefined);
}

import { extensionOf } from '@studiolo/contracts';

import { streamNames } from './compound-file.js';
import type { FileBytes } from './file-bytes.js';
import { isWordArchive } from './word-archive.js';

export const PDF = 'application/pdf';
export const DOC = 'application/msword';
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const RTF = 'application/rtf';

/** Readers look for the header in so many bytes (ISO 32000-1, annex H, note 13). */
const PDF_HEADER_WITHIN = 1_024;
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** The type of a pdf, doc or docx, by content; undefined for anything else. */
export async function documentType(file: FileBytes, filename: string): Promise<string | undefined> {
  const head = await file.read(0, PDF_HEADER_WITHIN);
  if (head.includes('%PDF-')) return PDF;
  // Many word processors write RTF under the name of a Word document, and Word opens it.
  if (head.indexOf('{\\rtf') === 0) return extensionOf(filename) === 'doc' ? RTF : undefined;
  if (head.indexOf('PK') === 0) return (await isWordArchive(file)) ? DOCX : undefined;
  if (head.indexOf(COMPOUND_FILE) !== 0) return undefined;
  const streams = await streamNames(file);
  if (streams.includes('WordDocument')) return DOC;
  // A docx with a password is a compound file around the encrypted archive ([MS-OFFCRYPTO] 2.3.4).
  return streams.includes('EncryptedPackage') && extensionOf(filename) === 'docx'
    ? DOCX
    : undefined;
}

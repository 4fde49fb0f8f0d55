import type { FileBytes } from './file-bytes.js';

/** Signatures and offsets of the ZIP format (APPNOTE 4.3). */
const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006');
const DIRECTORY_ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const COMMENT_MAX_BYTES = 65_535;
/** The directory of a document has a few dozen entries of about 80 bytes. */
const DIRECTORY_MAX_BYTES = 1024 * 1024;

/** Whether a ZIP archive has the parts that every Word document has. */
export async function hasWordParts(file: FileBytes): Promise<boolean> {
  const names = await entryNames(file);
  return (
    names.includes('[Content_Types].xml') &&
    names.some((name) => name.startsWith('word/document') && name.endsWith('.xml'))
  );
}

/** Names in an archive's directory; none if it has no readable one. Nothing is unpacked. */
async function entryNames(file: FileBytes): Promise<string[]> {
  const tailStart = Math.max(0, file.size - END_BYTES - COMMENT_MAX_BYTES);
  const tail = await file.read(tailStart, END_BYTES + COMMENT_MAX_BYTES);
  const end = tail.lastIndexOf(END_OF_DIRECTORY);
  if (end < 0 || end + END_BYTES > tail.length) return [];
  const length = tail.readUInt32LE(end + 12);
  if (length > DIRECTORY_MAX_BYTES) return [];
  return namesIn(await file.read(tail.readUInt32LE(end + 16), length));
}

function namesIn(directory: Buffer): string[] {
  const names: string[] = [];
  let start = 0;
  while (start + ENTRY_BYTES <= directory.length) {
    if (directory.readUInt32LE(start) !== DIRECTORY_ENTRY) break;
    const nameLength = directory.readUInt16LE(start + 28);
    const extraLength = directory.readUInt16LE(start + 30);
    const commentLength = directory.readUInt16LE(start + 32);
    const nameStart = start + ENTRY_BYTES;
    names.push(directory.toString('utf8', nameStart, nameStart + nameLength));
    start = nameStart + nameLength + extraLength + commentLength;
  }
  return names;
}

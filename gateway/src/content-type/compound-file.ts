import type { FileBytes } from './file-bytes.js';

/** [MS-CFB] 2.6.1: directory entries have this size and begin at multiples of it. */
const ENTRY_BYTES = 128;
/** An entry begins with the name in this many bytes of UTF-16, followed by its length. */
const NAME_BYTES = 64;
const CHUNK_BYTES = 512 * ENTRY_BYTES;

/**
 * Whether a compound file, the container format of Word 97–2003 and other programs of that time, has a stream of this
 * name: a Word document differs from a spreadsheet or an installer by it. Every place for a directory entry is compared,
 * since a forged chain of sectors could lead anywhere.
 */
export async function hasStream(file: FileBytes, name: string): Promise<boolean> {
  const start = Buffer.alloc(NAME_BYTES + 2);
  start.write(name, 'utf16le');
  start.writeUInt16LE(2 * (name.length + 1), NAME_BYTES);
  for (let offset = 0; offset < file.size; offset += CHUNK_BYTES) {
    const chunk = await file.read(offset, CHUNK_BYTES);
    for (let at = 0; at + start.length <= chunk.length; at += ENTRY_BYTES)
      if (chunk.compare(start, 0, start.length, at, at + start.length) === 0) return true;
  }
  return false;
}

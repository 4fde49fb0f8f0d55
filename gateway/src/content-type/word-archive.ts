import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import yauzl from 'yauzl';

import type { FileBytes } from './file-bytes.js';

/** A document has a few dozen parts, or a few hundred with many pictures. */
const ENTRIES_MAX = 4_096;
const CONTENT_TYPES = '[content_types].xml';
const RELATIONSHIPS = '_rels/.rels';
/** The list of types has about a hundred bytes for each part. */
const PART_MAX_BYTES = 512 * 1024;
/** The main part of a document has this type, whatever its name (ISO/IEC 29500-1, 11.3.10). */
const MAIN_TYPE = 'wordprocessingml.document.main+xml';
const MAIN_RELATIONSHIP = '/officedocument';
const PART_NAME = /\b(?:PartName|Target)\s*=\s*["']\.?\/?([^"']+)["']/i;

/**
 * Whether a ZIP archive is a Word document: it says so in its list of types, and the main part is there that this list
 * or the relationships of the package name.
 */
export async function isWordArchive(file: FileBytes): Promise<boolean> {
  try {
    const archive = await yauzl.fromRandomAccessReaderPromise(new ArchiveReader(file), file.size, {
      validateEntrySizes: true,
    });
    if (archive.entryCount > ENTRIES_MAX) return false;
    const names = new Set<string>();
    let [types, relationships] = ['', ''];
    for await (const entry of archive.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      names.add(name);
      // A forged entry may give a small size and unpack to gigabytes.
      if (Math.max(entry.uncompressedSize, entry.compressedSize) > PART_MAX_BYTES) continue;
      const read = async () => text(await archive.openReadStreamPromise(entry));
      if (name === CONTENT_TYPES) types = await read();
      if (name === RELATIONSHIPS) relationships = await read();
    }
    const main = [...namesWith(MAIN_TYPE, types), ...namesWith(MAIN_RELATIONSHIP, relationships)];
    return types.toLowerCase().includes(MAIN_TYPE) && main.some((name) => names.has(name));
  } catch (error) {
    // Damaged archives and forged ones fail in many ways, and none of them is a document.
    if (error instanceof Error && !('syscall' in error)) return false;
    throw error;
  }
}

/** The parts that an XML file names in elements that contain a text, in lower case. */
function namesWith(containing: string, xml: string): string[] {
  return xml
    .split('<')
    .filter((element) => element.toLowerCase().includes(containing))
    .flatMap((element) => PART_NAME.exec(element)?.[1]?.toLowerCase() ?? []);
}

/** Lets yauzl read a received file. */
class ArchiveReader extends yauzl.RandomAccessReader {
  constructor(private readonly file: FileBytes) {
    super();
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.file.read(position, length).then((bytes) => {
      if (bytes.length < length) return done(new Error('The archive ends early'));
      bytes.copy(target, offset);
      done(null);
    }, done);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const copied = this.file.read(start, end - start).then((bytes) => Buffer.from(bytes));
    return Readable.from([copied]);
  }
}

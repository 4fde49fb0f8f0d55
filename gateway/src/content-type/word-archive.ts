import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import yauzl from 'yauzl';

import type { FileBytes } from './file-bytes.js';

/** A document has a few dozen parts, or a few hundred with many pictures. */
const ENTRIES_MAX = 4_096;
const CONTENT_TYPES = '[content_types].xml';
/** The list of types has about a hundred bytes for each part. */
const CONTENT_TYPES_MAX_BYTES = 512 * 1024;
/** The main part of a document has this type, whatever its name (ISO/IEC 29500-1, 11.3.10). */
const MAIN_PART = 'wordprocessingml.document.main+xml';
const PART_NAME = /PartName\s*=\s*["']\/?([^"']+)["']/;

/** Whether a ZIP archive is a Word document: its list of types names a main part, which is there. */
export async function isWordArchive(file: FileBytes): Promise<boolean> {
  try {
    const archive = await yauzl.fromRandomAccessReaderPromise(new ArchiveReader(file), file.size, {
      validateEntrySizes: true,
    });
    if (archive.entryCount > ENTRIES_MAX) return false;
    const names = new Set<string>();
    let types = '';
    for await (const entry of archive.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      names.add(name);
      if (name !== CONTENT_TYPES || entry.uncompressedSize > CONTENT_TYPES_MAX_BYTES) continue;
      types = await text(await archive.openReadStreamPromise(entry));
    }
    const tag = types.split('<').find((part) => part.includes(MAIN_PART));
    const main = PART_NAME.exec(tag ?? '')?.[1];
    return main !== undefined && names.has(main.toLowerCase());
  } catch (error) {
    // Damaged archives and forged ones fail in many ways, and none of them is a document.
    if (error instanceof Error && !('syscall' in error)) return false;
    throw error;
  }
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
    const { file } = this;
    return Readable.from(
      (async function* () {
        yield Buffer.from(await file.read(start, end - start));
      })(),
    );
  }

  override close(done: (error: Error | null) => void): void {
    done(null);
  }
}

import { constants, deflateRawSync } from 'node:zlib';

const MIB = 1024 * 1024;
const LOCAL_ENTRY = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const DEFLATED = 8;

const CONTENT_TYPES = `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;

interface Part {
  name: string;
  packed: Buffer;
  /** As its header says. */
  unpackedBytes: number;
}

/** Compressed zeros; a block refers to none before it, so that one compressed block can be repeated. */
function zeros(name: string, mebibytes: number): Part {
  const block = deflateRawSync(Buffer.alloc(MIB), {
    level: constants.Z_BEST_COMPRESSION,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const blocks = new Array<Buffer>(mebibytes).fill(block);
  const packed = Buffer.concat([...blocks, deflateRawSync(Buffer.alloc(0))]);
  return { name, packed, unpackedBytes: mebibytes * MIB };
}

function part(name: string, content: string | Buffer): Part {
  const bytes = Buffer.from(content);
  return { name, packed: deflateRawSync(bytes), unpackedBytes: bytes.length };
}

/** The fields that the header of a part shares with its directory entry, where they are two bytes later. */
function header(signature: number, { name, packed, unpackedBytes }: Part): Buffer {
  const isDirectory = signature === DIRECTORY_ENTRY;
  const bytes = Buffer.alloc(isDirectory ? 46 : 30);
  const shift = isDirectory ? 2 : 0;
  bytes.writeUInt32LE(signature, 0);
  bytes.writeUInt16LE(20, 4 + shift);
  bytes.writeUInt16LE(DEFLATED, 8 + shift);
  bytes.writeUInt32LE(packed.length, 18 + shift);
  bytes.writeUInt32LE(unpackedBytes, 22 + shift);
  bytes.writeUInt16LE(Buffer.byteLength(name), 26 + shift);
  return bytes;
}

function archive(parts: Part[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const each of parts) {
    const name = Buffer.from(each.name);
    const entry = header(DIRECTORY_ENTRY, each);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, name);
    const body = Buffer.concat([header(LOCAL_ENTRY, each), name, each.packed]);
    bodies.push(body);
    offset += body.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_DIRECTORY, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

/** A Word document whose text would unpack to so many MiB. */
export const bombAsDocument = (mebibytes: number): Buffer =>
  archive([part('[Content_Types].xml', CONTENT_TYPES), zeros('word/document.xml', mebibytes)]);

/** The same in the only part that is unpacked to recognise a document; its header claims to be small. */
export const bombAsContentTypes = (mebibytes: number): Buffer =>
  archive([
    { ...zeros('[Content_Types].xml', mebibytes), unpackedBytes: CONTENT_TYPES.length },
    part('word/document.xml', '<document/>'),
  ]);

/** An archive of archives, each of which would unpack to so many MiB. */
export function bombOfArchives(mebibytes: number): Buffer {
  const inner = archive([zeros('0.dll', mebibytes)]);
  const parts = Array.from({ length: 16 }, (_, index) => part(`lib ${index}.zip`, inner));
  return archive([part('[Content_Types].xml', CONTENT_TYPES), ...parts]);
}

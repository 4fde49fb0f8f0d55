import { constants, deflateRawSync } from 'node:zlib';

const MIB = 1024 * 1024;

interface Deflated {
  packed: Buffer;
  /** As the headers say. */
  size: number;
}

export function zip(entries: Record<string, string | Deflated>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, entry] of Object.entries(entries)) {
    const content = typeof entry === 'string' ? Buffer.from(entry) : entry.packed;
    const method = typeof entry === 'string' ? 0 : 8;
    const size = typeof entry === 'string' ? content.length : entry.size;
    const fields = { name, method, packed: content.length, size };
    const local = header(0x04034b50, 30, fields);
    const central = header(0x02014b50, 46, fields);
    central.writeUInt32LE(offset, 42);
    parts.push(local, content);
    directory.push(central);
    offset += local.length + content.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** The fields shared with a local header start two bytes later in a directory header. */
function header(
  signature: number,
  length: number,
  { name, method, packed, size }: { name: string; method: number; packed: number; size: number },
): Buffer {
  const isCentral = length === 46;
  const shift = isCentral ? 2 : 0;
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  bytes.writeUInt16LE(20, 4 + shift);
  bytes.writeUInt16LE(method, 8 + shift);
  bytes.writeUInt32LE(packed, 18 + shift);
  bytes.writeUInt32LE(size, 22 + shift);
  bytes.writeUInt16LE(Buffer.byteLength(name), 26 + shift);
  return Buffer.concat([bytes, Buffer.from(name)]);
}

const contentTypes = (main: string) =>
  `<?xml version="1.0"?><Types><Override PartName="/${main.startsWith('word') ? 'word/document.xml' : 'x'}" ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`;

/** A Word document whose main part is named by the relationships alone. */
export const wordArchive = (main: string): Buffer =>
  zip({
    '_rels/.rels': `<Relationships><Relationship Type="http://x/relationships/officeDocument" Target="/${main}"/></Relationships>`,
    '[Content_Types].xml': contentTypes('wordprocessingml.document').replace('word/', 'no/'),
    [main]: '<document/>',
  });

export const docx = (): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes('wordprocessingml.document'),
    'word/document.xml': '<document/>',
  });

export const xlsx = (): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes('spreadsheetml.sheet'),
    'xl/workbook.xml': '<workbook/>',
  });

/** An archive that claims to be a Word document and contains a program. */
export const falseDocx = (): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes('wordprocessingml.document'),
    'setup.exe': 'MZ',
  });

/** A deflated text and zeros after it. A block refers to none before it, so that one block can be repeated. */
function zeros(mebibytes: number, text = ''): Deflated {
  const block = (bytes: Buffer) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = new Array<Buffer>(mebibytes).fill(block(Buffer.alloc(MIB)));
  const end = deflateRawSync(Buffer.alloc(0));
  return {
    packed: Buffer.concat([block(Buffer.from(text)), ...blocks, end]),
    size: mebibytes * MIB,
  };
}

/** A Word document whose text would unpack to 4 GiB. */
export const bombAsDocument = (): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes('wordprocessingml.document'),
    'word/document.xml': zeros(4095),
  });

/** A Word document whose list of parts would unpack to so many MiB; its header claims to be small. */
export function bombAsContentTypes(mebibytes: number): Buffer {
  const types = contentTypes('wordprocessingml.document');
  const list = { ...zeros(mebibytes, types), size: types.length };
  return zip({ '[Content_Types].xml': list, 'word/document.xml': '<document/>' });
}

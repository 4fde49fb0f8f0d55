import { constants, deflateRawSync } from 'node:zlib';

const MIB = 1024 * 1024;

interface Deflated {
  packed: Buffer;
  /** As the headers say. */
  size: number;
}

const u16 = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
const u32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);

export function zip(entries: Record<string, string | Deflated>): Buffer {
  let files = Buffer.alloc(0);
  let directory = Buffer.alloc(0);
  for (const [name, entry] of Object.entries(entries)) {
    const [method, { packed, size }] =
      typeof entry === 'string'
        ? [0, { packed: Buffer.from(entry), size: Buffer.byteLength(entry) }]
        : [8, entry];
    const about = [u16(20, 0, method, 0, 0), u32(0, packed.length, size), u16(name.length, 0)];
    const place = [u16(0, 0, 0), u32(0, files.length), Buffer.from(name)];
    directory = Buffer.concat([directory, u32(0x02014b50), u16(20), ...about, ...place]);
    files = Buffer.concat([files, u32(0x04034b50), ...about, Buffer.from(name), packed]);
  }
  const count = Object.keys(entries).length;
  const end = [u16(0, 0, count, count), u32(directory.length, files.length), u16(0)];
  return Buffer.concat([files, directory, u32(0x06054b50), ...end]);
}

const WORD = 'wordprocessingml.document';
const contentTypes = (main: string) =>
  `<?xml version="1.0"?><Types><Override PartName="/${main === WORD ? 'word/document.xml' : 'x'}" ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`;

/** A Word document whose main part is named by the relationships alone. */
export const wordArchive = (main: string): Buffer =>
  zip({
    '_rels/.rels': `<Relationships><Relationship Type="http://x/relationships/officeDocument" Target="/${main}"/></Relationships>`,
    '[Content_Types].xml': contentTypes(WORD).replace('word/', 'no/'),
    [main]: '<document/>',
  });

const office = (main: string, part: string, content: string | Deflated): Buffer =>
  zip({ '[Content_Types].xml': contentTypes(main), [part]: content });

export const docx = () => office(WORD, 'word/document.xml', '<document/>');
export const xlsx = () => office('spreadsheetml.sheet', 'xl/workbook.xml', '<workbook/>');

/** An archive that claims to be a Word document and contains a program. */
export const falseDocx = () => office(WORD, 'setup.exe', 'MZ');

/** A Word document whose text would unpack to 4 GiB. */
export const bombAsDocument = () => office(WORD, 'word/document.xml', zeros(4095));

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

/** A Word document whose list of parts would unpack to so many MiB; its header claims to be small. */
export function bombAsContentTypes(mebibytes: number): Buffer {
  const types = contentTypes(WORD);
  const list = { ...zeros(mebibytes, types), size: types.length };
  return zip({ '[Content_Types].xml': list, 'word/document.xml': '<document/>' });
}

// Builds files like those of cameras and programs, for the tests of the camera data.

const [ASCII, SHORT, LONG, RATIONAL] = [2, 3, 4, 5] as const;
const TIFF_HEADER = Buffer.from('49492a0008000000', 'hex');
const SHORTS = new Set([0x00fe, 0x0112, 0x8827]);

/** The value of a tag: text, a whole number or fractions. */
type Value = string | number | readonly (readonly [over: number, under: number])[];
type Folder = Readonly<Record<number, Value>>;

export interface Exif {
  first: Folder;
  exif?: Folder;
  gps?: Folder;
}

function uint(size: 2 | 4, ...values: number[]): Buffer {
  const buffer = Buffer.alloc(size * values.length);
  values.forEach((value, index) => buffer.writeUIntLE(value, index * size, size));
  return buffer;
}

function encoded(tag: number, value: Value): { type: number; count: number; content: Buffer } {
  if (typeof value === 'string') {
    const content = Buffer.from(`${value}\0`);
    return { type: ASCII, count: content.length, content };
  }
  if (typeof value !== 'number') {
    return { type: RATIONAL, count: value.length, content: uint(4, ...value.flat()) };
  }
  if (SHORTS.has(tag)) return { type: SHORT, count: 1, content: uint(2, value) };
  return { type: LONG, count: 1, content: uint(4, value) };
}

/** A TIFF folder at offset `start`, followed by the values that do not fit into its entries. */
function folder(tags: Folder, start: number): Buffer {
  const entries = Object.entries(tags).map(([tag, value]) => [Number(tag), value] as const);
  let end = start + 2 + entries.length * 12 + 4;
  const heads: Buffer[] = [];
  const contents: Buffer[] = [];
  for (const [tag, value] of entries) {
    const { type, count, content } = encoded(tag, value);
    const isInside = content.length <= 4;
    const place = isInside ? Buffer.concat([content, Buffer.alloc(4)], 4) : uint(4, end);
    heads.push(uint(2, tag, type), uint(4, count), place);
    if (isInside) continue;
    contents.push(content);
    end += content.length;
  }
  return Buffer.concat([uint(2, entries.length), ...heads, uint(4, 0), ...contents]);
}

/** A TIFF of folders without pictures, the format of EXIF. */
function tiff({ first, ...below }: Exif): Buffer {
  const pointers = { exif: 0x8769, gps: 0x8825 } as const;
  const names = (['exif', 'gps'] as const).filter((name) => below[name]);
  const pointing = (places: readonly number[]) =>
    folder(
      {
        ...first,
        ...Object.fromEntries(names.map((name, at) => [pointers[name], places[at] ?? 0])),
      },
      TIFF_HEADER.length,
    );
  let end = TIFF_HEADER.length + pointing([]).length;
  const folders = names.map((name) => {
    const place = end;
    const content = folder(below[name] ?? {}, place);
    end += content.length;
    return { place, content };
  });
  return Buffer.concat([
    TIFF_HEADER,
    pointing(folders.map(({ place }) => place)),
    ...folders.map(({ content }) => content),
  ]);
}

const degrees = (...parts: number[]) => parts.map((part) => [part, 1] as const);

/** The EXIF of a camera, with a location. */
export const CAMERA: Exif = {
  first: { 0x010f: 'Contarex', 0x0110: 'Bullseye' },
  exif: {
    0x829a: [[1, 250]],
    0x829d: [[28, 10]],
    0x8827: 400,
    0x9003: '2026:11:21 11:05:42',
    0x920a: [[35, 1]],
    0xa002: 6048,
    0xa003: 4024,
    0xa434: 'Distagon 35mm f/2',
  },
  gps: { 1: 'N', 2: degrees(38, 42, 0), 3: 'W', 4: degrees(9, 8, 0) },
};

export const xmp = (properties: string): Buffer =>
  Buffer.from(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${properties}/></rdf:RDF></x:xmpmeta>`,
  );

/** IPTC fields by number, as Photoshop stores them in a JPEG. */
function iptc(fields: Readonly<Record<number, string>>): Buffer {
  const records = Object.entries(fields).map(([field, value]) => {
    const content = Buffer.from(value, 'latin1');
    return Buffer.concat([Buffer.from([0x1c, 2, Number(field), 0, content.length]), content]);
  });
  const content = Buffer.concat(records);
  const head = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0', 'latin1');
  return Buffer.concat([head, Buffer.from([content.length]), content]);
}

function segment(marker: number, content: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, content]);
}

interface Written {
  exif?: Exif;
  xmp?: Buffer;
  iptc?: Readonly<Record<number, string>>;
}

/** A JPEG with the given metadata; without a picture by default. */
export function jpeg(written: Written, picture: Buffer = Buffer.from('ffd8ffd9', 'hex')): Buffer {
  const segments = [
    written.exif && segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff(written.exif)])),
    written.xmp &&
      segment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), written.xmp])),
    written.iptc && segment(0xed, iptc(written.iptc)),
  ].filter((part) => part !== undefined);
  return Buffer.concat([picture.subarray(0, 2), ...segments, picture.subarray(2)]);
}

function box(kind: string, ...content: (Buffer | string)[]): Buffer {
  const parts = content.map((part) => Buffer.from(part as string, 'latin1'));
  const head = Buffer.alloc(8, kind.padStart(8, '\0'), 'latin1');
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0));
  return Buffer.concat([head, ...parts]);
}

interface Heic {
  exif?: Exif;
  xmp?: Buffer;
  /** A picture that browsers can read, beside the main one that they cannot. */
  preview?: Buffer;
}

/** A HEIC with as many brands as telephones have written since 2024, which `exifr` does not expect. */
export const heic = ({ exif, xmp: packet, preview }: Heic): Buffer =>
  Buffer.concat([
    box('ftyp', 'heic\0\0\0\0mif1MiHBMiHEmsf1miafMiPrheictmapwxyzabcd'),
    box(
      'mdat',
      Buffer.alloc(300, 7),
      ...(exif ? ['Exif\0\0', tiff(exif)] : []),
      ...[packet, preview].filter((item) => item !== undefined),
    ),
  ]);

/** A TIFF-based RAW: its first folder describes the preview, a JPEG. */
export function raw({
  orientation = 1,
  preview,
}: { orientation?: number; preview?: Buffer } = {}): Buffer {
  const folders = tiff({
    first: {
      0x00fe: 1,
      0x0100: 160,
      0x0101: 120,
      ...CAMERA.first,
      0x0112: orientation,
    },
    exif: { 0x829a: [[1, 250]] },
  });
  return Buffer.concat([
    folders,
    Buffer.alloc(600, 7),
    preview ?? Buffer.alloc(0),
    Buffer.alloc(300, 7),
  ]);
}

/** A CR3, the newer RAW format of Canon: camera data, EXIF and GPS each have a TIFF in a box. */
export const cr3 = ({ first, exif = {}, gps = {} }: Exif): Buffer =>
  Buffer.concat([
    box('ftyp', 'crx \0\0\0\0crx isom'),
    box(
      'moov',
      box('CMT1', tiff({ first })),
      box('CMT2', tiff({ first: exif })),
      box('CMT4', tiff({ first: gps })),
    ),
  ]);

export const webp = (exif: Exif): Buffer => {
  const content = tiff(exif);
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPEXIF'), uint(4, content.length), content]);
};

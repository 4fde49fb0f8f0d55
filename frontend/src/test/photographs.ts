// Builds files like those of cameras and programs, for the tests of the camera data.

const [ASCII, SHORT, LONG, RATIONAL] = [2, 3, 4, 5] as const;
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

/** A TIFF of folders without pictures, the format of EXIF. Each folder comes after what it refers to. */
function tiff({ first, exif, gps }: Exif): Buffer {
  let written = Buffer.from('49492a0000000000', 'hex');
  const append = (...parts: Buffer[]): number => {
    const place = written.length;
    written = Buffer.concat([written, ...parts]);
    return place;
  };
  const folder = (tags: Folder): number => {
    const entries = Object.entries(tags).map(([tag, value]) => {
      const { type, count, content } = encoded(Number(tag), value);
      const isInside = content.length <= 4;
      const place = isInside ? Buffer.concat([content], 4) : uint(4, append(content));
      return Buffer.concat([uint(2, Number(tag), type), uint(4, count), place]);
    });
    return append(uint(2, entries.length), ...entries, uint(4, 0));
  };
  const pointers = { ...(exif && { 0x8769: folder(exif) }), ...(gps && { 0x8825: folder(gps) }) };
  const place = folder({ ...first, ...pointers });
  written.writeUInt32LE(place, 4);
  return written;
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

function segment(marker: number, ...content: Buffer[]): Buffer {
  const length = 2 + Buffer.concat(content).length;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length]), ...content]);
}

interface Metadata {
  exif?: Exif;
  xmp?: Buffer;
  iptc?: Readonly<Record<number, string>>;
}

/** A JPEG with the given metadata and no picture. */
export const jpeg = ({ exif, xmp: packet, iptc: fields }: Metadata): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(exif ? [segment(0xe1, Buffer.from('Exif\0\0'), tiff(exif))] : []),
    ...(packet ? [segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0'), packet)] : []),
    ...(fields ? [segment(0xed, iptc(fields))] : []),
    Buffer.from([0xff, 0xd9]),
  ]);

function box(kind: string, ...content: (Buffer | string)[]): Buffer {
  const parts = content.map((part) => Buffer.from(part as string, 'latin1'));
  const head = Buffer.alloc(8, kind.padStart(8, '\0'), 'latin1');
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0));
  return Buffer.concat([head, ...parts]);
}

interface Heic extends Pick<Metadata, 'exif' | 'xmp'> {
  /** A picture that browsers can read, beside the main one that they cannot. */
  preview?: Buffer;
}

const NOTHING: Buffer = Buffer.alloc(0);

/** A HEIC with as many brands as telephones have written since 2024, which `exifr` does not expect. */
export const heic = ({ exif, xmp: packet = NOTHING, preview = NOTHING }: Heic): Buffer =>
  Buffer.concat([
    box('ftyp', 'heic\0\0\0\0mif1MiHBMiHEmsf1miafMiPrheictmapwxyzabcd'),
    box('mdat', Buffer.alloc(300, 7), ...(exif ? ['Exif\0\0', tiff(exif)] : []), packet, preview),
  ]);

/** A TIFF-based RAW: its first folder describes the preview, a JPEG. */
export function raw({ orientation = 1, preview = NOTHING } = {}): Buffer {
  const size = { 0x0100: 160, 0x0101: 120 };
  const folders = tiff({
    first: { 0x00fe: 1, ...size, ...CAMERA.first, 0x0112: orientation },
    exif: { 0x829a: [[1, 250]] },
  });
  return Buffer.concat([folders, Buffer.alloc(600, 7), preview, Buffer.alloc(300, 7)]);
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

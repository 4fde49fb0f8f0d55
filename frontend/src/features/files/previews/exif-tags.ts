import exifr, { sidecar, tagKeys } from 'exifr';

/** The values of EXIF, XMP and IPTC under the names that `exifr` gives them. Any of them may be missing. */
export type Tags = Readonly<Record<string, unknown>>;

const OPTIONS = {
  // `xmpTags` reads XMP: the library finds it only in JPEG, PNG and TIFF, and lets it replace EXIF.
  ...{ tiff: true, exif: true, gps: true, xmp: false, iptc: true, ihdr: true },
  // Times stay text: they are the camera's local time, without a time zone.
  reviveValues: false,
};

/** Start of EXIF in containers that the library cannot read: HEIC with many brands, WebP, JPEG XL, RAF and CR3. */
const EXIF_START = /(?:Exif\0{2,4}|EXIF.{4}|CMT[124])(?=II\*\0|MM\0\*)/gsu;
const MAX_BLOCKS = 4;

const startOf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 4));

/** ORF of Olympus and RW2 of Panasonic are TIFFs with letters of their own where the library expects a 42. */
function asTiff(bytes: Uint8Array): Uint8Array {
  if (!/^(?:IIR|IIU|MMO)/.test(startOf(bytes))) return bytes;
  const tiff = bytes.slice();
  tiff.set(startOf(bytes).startsWith('II') ? [42, 0] : [0, 42], 2);
  return tiff;
}

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];

/** The EXIF orientation of a RAW, 1 to 8; 1 (upright) when it has none. Other files turn their previews themselves. */
export async function orientationOf(bytes: Uint8Array): Promise<number> {
  if (!/^(?:II|MM)/.test(startOf(bytes))) return 1;
  const value: unknown = await exifr.orientation(asTiff(bytes)).catch(() => undefined);
  return ORIENTATIONS.find((orientation) => orientation === value) ?? 1;
}

async function parse(bytes: Uint8Array): Promise<Tags> {
  const tags: unknown = await exifr.parse(asTiff(bytes), OPTIONS).catch(() => undefined);
  return (tags ?? {}) as Tags;
}

/** Names the tags of CR3, which has a TIFF for each folder: the library uses other names for a first folder. */
function named(tags: Tags): Tags {
  const nameOf = (key: string) =>
    tagKeys.get('exif')?.get(Number(key)) ?? tagKeys.get('gps')?.get(Number(key)) ?? key;
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [nameOf(key), value]));
}

async function blockTags(bytes: Uint8Array, text: string): Promise<Tags> {
  const starts = [...text.matchAll(EXIF_START)].slice(0, MAX_BLOCKS);
  const blocks = await Promise.all(
    starts.map(({ index, 0: { length } }) => parse(bytes.subarray(index + length))),
  );
  return Object.assign({}, ...blocks.toReversed().map(named)) as Tags;
}

/** The first XMP packet, which describes the whole file. It is plain text in every container. */
async function xmpTags(bytes: Uint8Array, text: string): Promise<Tags> {
  const END = '</rdf:RDF>';
  const start = text.indexOf('<rdf:RDF');
  const end = start === -1 ? -1 : text.indexOf(END, start);
  if (end === -1) return {};
  const packet = bytes.subarray(start, end + END.length);
  const namespaces = await sidecar(packet, {}, 'xmp').catch(() => undefined);
  return Object.assign({}, ...(Object.values(namespaces ?? {}) as Tags[])) as Tags;
}

/** All tags of a file; where EXIF and XMP differ, EXIF is used. */
export async function readTags(bytes: Uint8Array): Promise<Tags> {
  // latin1 has one character for each byte, so that offsets in `text` are offsets in `bytes`.
  const text = new TextDecoder('latin1').decode(bytes);
  const own = await parse(bytes);
  const exif = Object.keys(own).length > 0 ? own : await blockTags(bytes, text);
  return { ...(await xmpTags(bytes, text)), ...exif };
}

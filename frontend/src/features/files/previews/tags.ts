import exifr, { sidecar, tagKeys } from 'exifr';

import { rawSize } from './tiff';

/** What EXIF, XMP and IPTC say, under the names of `exifr`; cameras and programs leave out what they like. */
export type Tags = Readonly<Record<string, unknown>>;

const OPTIONS = {
  // XMP is read by `xmpTags`: the library finds it in JPEG, PNG and TIFF only, and lets it replace EXIF.
  ...{ tiff: true, exif: true, gps: true, xmp: false, iptc: true, ihdr: true },
  // Times are those of the camera's clock and belong to no time zone.
  reviveValues: false,
};

/** EXIF in containers that the library does not know: HEIC with many brands, WebP, JPEG XL, RAF and CR3. */
const EXIF_START = /(?:Exif\0{2,4}|EXIF.{4}|CMT[124])(?=II\*\0|MM\0\*)/gsu;
const MAX_BLOCKS = 4;

async function parse(bytes: Uint8Array): Promise<Tags> {
  const tags: unknown = await exifr.parse(bytes, OPTIONS).catch(() => undefined);
  return (tags ?? {}) as Tags;
}

/** CR3 begins each folder anew, and the library names what it finds in the first folder of a TIFF only. */
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

/** XMP is plain text in every container; the first packet is about the whole file. */
async function xmpTags(bytes: Uint8Array, text: string): Promise<Tags> {
  const END = '</rdf:RDF>';
  const start = text.indexOf('<rdf:RDF');
  const end = start === -1 ? -1 : text.indexOf(END, start);
  if (end === -1) return {};
  const packet = bytes.subarray(start, end + END.length);
  const namespaces = await sidecar(packet, {}, 'xmp').catch(() => undefined);
  return Object.assign({}, ...(Object.values(namespaces ?? {}) as Tags[])) as Tags;
}

/** All that is written in a file; EXIF comes before XMP where both say something. */
export async function readTags(bytes: Uint8Array): Promise<Tags> {
  // One character for each byte.
  const text = new TextDecoder('latin1').decode(bytes);
  const own = await parse(bytes);
  const exif = Object.keys(own).length > 0 ? own : await blockTags(bytes, text);
  return { ...(await xmpTags(bytes, text)), ...rawSize(bytes), ...exif };
}

import type { FileBytes } from './file-bytes.js';

interface Signature {
  readonly type: string;
  readonly text: string;
  readonly offset?: number;
}

/**
 * Pictures and films that photographers have and `file-type` does not know, or judges by too little. RAW formats built on
 * TIFF (Pentax PEF, Samsung SRW, Hasselblad 3FR, Kodak DCR …) it reports as TIFF.
 */
const SIGNATURES: readonly Signature[] = [
  // `file-type` parses PNG chunks: it gives up on a damaged one, and reads millions of empty ones.
  { type: 'image/png', text: '\x89PNG\r\n\x1a\n' },
  { type: 'image/x-canon-crw', text: 'HEAPCCDR', offset: 6 },
  { type: 'image/x-minolta-mrw', text: '\0MRM' },
  { type: 'image/x-sigma-x3f', text: 'FOVb' },
  // The three byte orders of Olympus: https://exiftool.org/TagNames/Olympus.html
  { type: 'image/x-olympus-orf', text: 'IIRO' },
  { type: 'image/x-olympus-orf', text: 'IIRS' },
  { type: 'image/x-olympus-orf', text: 'MMOR' },
  { type: 'image/aces', text: '\x76\x2f\x31\x01' },
  { type: 'image/vnd.radiance', text: '#?RADIANCE' },
  { type: 'image/x-dpx', text: 'SDPX' },
  { type: 'image/x-dpx', text: 'XPDS' },
  { type: 'video/x-red-r3d', text: 'RED1', offset: 4 },
  { type: 'video/x-red-r3d', text: 'RED2', offset: 4 },
  // Boxes that may stand first in a film: QuickTime File Format, "Overview of file structure".
  ...['moov', 'mdat', 'free', 'skip', 'wide', 'pnot'].map((text) => {
    return { type: 'video/quicktime', text, offset: 4 };
  }),
  // The image brands of HEIF with HEVC: ISO/IEC 23008-12, annex B.4.
  ...['heic', 'heix', 'heim', 'heis'].map((brand) => {
    return { type: 'image/heic', text: `ftyp${brand}`, offset: 4 };
  }),
  ...['hevc', 'hevx', 'hevm', 'hevs'].map((brand) => {
    return { type: 'image/heic-sequence', text: `ftyp${brand}`, offset: 4 };
  }),
  ...['mif1', 'mif2', 'miaf'].map((brand) => {
    return { type: 'image/heif', text: `ftyp${brand}`, offset: 4 };
  }),
];

const HEAD_BYTES = 16;

/** The type of a file by the signatures above. */
export async function signatureType(file: FileBytes): Promise<string | undefined> {
  const head = (await file.read(0, HEAD_BYTES)).toString('latin1');
  return SIGNATURES.find(({ text, offset = 0 }) => head.startsWith(text, offset))?.type;
}

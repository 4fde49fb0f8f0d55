import type { FileBytes } from './file-bytes.js';
import type { Promised } from './text-type.js';

/** More boxes than precede the first movie or its data in any file; stops in forged chains. */
const BOXES_MAX = 32;
const BOX_HEADER_BYTES = 16;
const BRANDS_MAX_BYTES = 1024;

/** Brands of pictures (ISO/IEC 23008-12 annexes B to E, registered at https://mp4ra.org/registered-types/brands). */
const PICTURE_BRANDS: Readonly<Record<string, string>> = {
  ...{ heic: 'image/heic', heix: 'image/heic', heim: 'image/heic', heis: 'image/heic' },
  ...{ hevc: 'image/heic-sequence', hevx: 'image/heic-sequence' },
  ...{ hevm: 'image/heic-sequence', hevs: 'image/heic-sequence' },
  ...{ mif1: 'image/heif', mif2: 'image/heif', miaf: 'image/heif', msf1: 'image/heif-sequence' },
  ...{ avif: 'image/avif', avis: 'image/avif', avci: 'image/avci', avcs: 'image/avcs' },
};

/**
 * The type of a file of boxes (ISO/IEC 14496-12 and QuickTime) that `file-type` does not recognise: rarer pictures, and
 * films that begin with an unusual box. Undefined for all others.
 */
export async function isoMediaType(
  file: FileBytes,
  promised: Promised,
): Promise<string | undefined> {
  let start = 0;
  for (let box = 0; box < BOXES_MAX && start < file.size; box += 1) {
    const header = await file.read(start, BOX_HEADER_BYTES);
    if (header.length < 8) return undefined;
    const type = header.toString('latin1', 4, 8);
    // JPEG 2000 and JPEG XL consist of boxes, too.
    if (!/^[\w -]{4}$/.test(type) || type === 'jP  ' || type === 'JXL ') return undefined;
    if (type === 'ftyp') return typeOfBrands(await brandsAt(file, start), promised, box > 0);
    if (type === 'moov' || type === 'mdat') return 'video/quicktime';
    const size = boxSize(header, file.size - start);
    if (size < 8) return undefined;
    start += size;
  }
  return undefined;
}

/** A size of 1 is followed by one of 64 bits, and 0 reaches to the end. */
function boxSize(header: Buffer, rest: number): number {
  const size = header.readUInt32BE(0);
  if (size !== 1) return size === 0 ? rest : size;
  return header.length < BOX_HEADER_BYTES ? 0 : Number(header.readBigUInt64BE(8));
}

async function brandsAt(file: FileBytes, start: number): Promise<string[]> {
  const length = Math.min((await file.read(start, 4)).readUInt32BE(0), BRANDS_MAX_BYTES);
  const box = await file.read(start, Math.max(length, 12));
  const brands = box.toString('latin1').slice(8).match(/.{4}/gs) ?? [];
  // The second field is the version of the first brand.
  return brands.filter((_brand, index) => index !== 1);
}

function typeOfBrands(
  brands: readonly string[],
  promised: Promised,
  isLate: boolean,
): string | undefined {
  // Canon's photographs (CR3) and films (CRM) have the same brand.
  if (brands[0] === 'crx ') return promised === 'video' ? 'video/x-canon-crm' : 'image/x-canon-cr3';
  const picture = brands.map((brand) => PICTURE_BRANDS[brand]).find((type) => type !== undefined);
  return picture ?? (isLate ? 'video/mp4' : undefined);
}

/* eslint-disable no-control-regex -- signatures of binary formats contain control characters */
/**
 * Pictures and films that photographers have and `file-type` does not know, from the magic files of file(1) and from
 * LibRaw. RAW formats built on TIFF (Pentax PEF, Samsung SRW, Hasselblad 3FR, Kodak DCR …) it reports as TIFF.
 */
const SIGNATURES: Readonly<Record<string, RegExp>> = {
  // `file-type` parses these two further, and gives up where they are damaged or continue beyond the bytes it gets.
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/tiff': /^(II\*\0|MM\0\*)/,
  'image/x-olympus-orf': /^(IIR[OS]|MMOR)/,
  'image/x-panasonic-rw2': /^IIU\0/,
  'image/x-arriraw': /^ARRI/,
  'image/cineon': /^\x80\x2a\x5f\xd7/,
  'image/x-canon-crw': /^.{6}HEAPCCDR/s,
  'image/x-minolta-mrw': /^\0MRM/,
  'image/x-sigma-x3f': /^FOVb/,
  'image/aces': /^\x76\x2f\x31\x01/,
  'image/vnd.radiance': /^#\?RADIANCE/,
  'image/x-dpx': /^(SDPX|XPDS)/,
  'image/x-pcx': /^\n[\0\x02-\x05][\0\x01][\x01\x02\x04\x08]/, // version, encoding, bits
  // A DIB, which is a BMP without the header of its file: one plane, bits.
  'image/bmp': /^\x28\0{3}.{8}\x01\0[\x01\x04\x08\x10\x18\x20]\0/s,
  'video/x-red-r3d': /^.{4}RED[12]/s,
  'video/x-dv': /^\x1f\x07\0/,
  'video/x-yuv4mpeg2': /^YUV4MPEG2 /,
  'video/x-ivf': /^DKIF/,
};

/** Whether there is a palette, the type of the picture, its bits. */
const TGA_HEADER = /^.[\0\x01][\x01-\x03\x09-\x0b].{13}[\x08\x0f\x10\x18\x20]/s;

/** The type of a file that begins with these bytes, by the signatures above. */
export function signatureType(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, 32);
  return Object.entries(SIGNATURES).find(([, signature]) => signature.test(start))?.[0];
}

/** A TGA has no signature: its header is believed only under its own name. */
export const isTga = (head: Buffer, filename: string) =>
  /\.tga$/i.test(filename) && TGA_HEADER.test(head.toString('latin1', 0, 32));

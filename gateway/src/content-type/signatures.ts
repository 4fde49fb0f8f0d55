/**
 * Pictures and films that photographers have and `file-type` does not know, from the magic files of file(1) and from
 * LibRaw. RAW formats built on TIFF (Pentax PEF, Samsung SRW, Hasselblad 3FR, Kodak DCR …) it reports as TIFF.
 */
const SIGNATURES: readonly { type: string; bytes: Buffer; offset?: number }[] = [
  // `file-type` parses these further, and gives up where they are damaged or continue beyond the bytes it gets.
  { type: 'image/png', bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
  { type: 'image/tiff', bytes: Buffer.from('II*\0') },
  { type: 'image/tiff', bytes: Buffer.from('MM\0*') },
  { type: 'image/x-olympus-orf', bytes: Buffer.from('IIRO') },
  { type: 'image/x-olympus-orf', bytes: Buffer.from('IIRS') },
  { type: 'image/x-olympus-orf', bytes: Buffer.from('MMOR') },
  { type: 'image/x-panasonic-rw2', bytes: Buffer.from('IIU\0') },
  { type: 'image/x-arriraw', bytes: Buffer.from('ARRI') },
  { type: 'image/cineon', bytes: Buffer.from([0x80, 0x2a, 0x5f, 0xd7]) },
  { type: 'image/x-canon-crw', bytes: Buffer.from('HEAPCCDR'), offset: 6 },
  { type: 'image/x-minolta-mrw', bytes: Buffer.from('\0MRM') },
  { type: 'image/x-sigma-x3f', bytes: Buffer.from('FOVb') },
  { type: 'image/aces', bytes: Buffer.from([0x76, 0x2f, 0x31, 0x01]) },
  { type: 'image/vnd.radiance', bytes: Buffer.from('#?RADIANCE') },
  { type: 'image/x-dpx', bytes: Buffer.from('SDPX') },
  { type: 'image/x-dpx', bytes: Buffer.from('XPDS') },
  { type: 'video/x-red-r3d', bytes: Buffer.from('RED1'), offset: 4 },
  { type: 'video/x-red-r3d', bytes: Buffer.from('RED2'), offset: 4 },
  { type: 'video/x-dv', bytes: Buffer.from([0x1f, 0x07, 0x00]) },
  { type: 'video/x-yuv4mpeg2', bytes: Buffer.from('YUV4MPEG2 ') },
  { type: 'video/x-ivf', bytes: Buffer.from('DKIF') },
];

/** The type of a file that begins with these bytes, by the signatures above. */
export function signatureType(head: Buffer): string | undefined {
  return SIGNATURES.find(({ bytes, offset = 0 }) =>
    head.subarray(offset, offset + bytes.length).equals(bytes),
  )?.type;
}

import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHANNELS = 3;
const TRUECOLOUR = 2;
const SUB = 1;

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Each byte as its difference from the pixel to the left: gradients become runs of small numbers. */
function filterRows(pixels: Uint8Array, width: number, height: number): Buffer {
  const stride = width * CHANNELS;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const target = y * (stride + 1);
    rows[target] = SUB;
    for (let x = 0; x < stride; x += 1) {
      const left = x < CHANNELS ? 0 : (pixels[y * stride + x - CHANNELS] ?? 0);
      rows[target + 1 + x] = (pixels[y * stride + x] ?? 0) - left;
    }
  }
  return rows;
}

/** A PNG file of 8-bit RGB pixels, row by row. */
export function encodePng(pixels: Uint8Array, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = TRUECOLOUR;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filterRows(pixels, width, height), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

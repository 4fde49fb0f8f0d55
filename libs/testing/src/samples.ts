import { randomBytes } from 'node:crypto';

const segment = (marker: number, body: Uint8Array): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xff00 | marker, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

// The longest body of a segment: its length field includes its own two bytes.
const LONGEST_BODY = 0xffff - 2;

/**
 * A baseline JPEG (8 × 8, grey) of exactly the given size: what a decoder needs, and comment segments that
 * fill it up the way cameras do with previews and metadata.
 */
export function jpeg(size: number): Buffer {
  const table = (kind: number) => Buffer.from([kind, 1, ...new Array<number>(15).fill(0), 0]);
  const start = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
  ]);
  const image = Buffer.concat([
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
    segment(0xc4, table(0x00)),
    segment(0xc4, table(0x10)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // One block: no difference in brightness, no detail.
    Buffer.from([0x3f, 0xff, 0xd9]),
  ]);
  const comments: Buffer[] = [];
  let left = size - start.length - image.length;
  while (left > 0) {
    // Leaves enough bytes for one more segment.
    const body = left - 4 <= LONGEST_BODY ? left - 4 : Math.min(LONGEST_BODY, left - 8);
    if (body < 0) throw new Error(`A JPEG of ${size} bytes cannot be made`);
    comments.push(segment(0xfe, randomBytes(body)));
    left -= body + 4;
  }
  return Buffer.concat([start, ...comments, image]);
}

/** A PDF of empty pages. */
export function pdf(pages = 1): Buffer {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>';
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    ...kids.map(() => page),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

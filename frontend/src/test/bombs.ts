// Builds small files that cost a careless reader far more time or memory than their size.
import { crc32, deflateSync } from 'node:zlib';

const MIB = 1024 * 1024;
const EVERYTHING = 0xff_ff;

interface Entry {
  tag: number;
  type: number;
  count: number;
  value: number;
}

/** A TIFF whose first folder has these entries, padded to a size; the next folder begins at `next`. */
function folder(entries: readonly Entry[], size: number, next = 0): Buffer {
  const file = Buffer.alloc(Math.max(size, 14 + 12 * entries.length), 'x');
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(8, 4);
  file.writeUInt16LE(entries.length, 8);
  for (const [index, { tag, type, count, value }] of entries.entries()) {
    const place = 10 + 12 * index;
    file.writeUInt16LE(tag, place);
    file.writeUInt16LE(type, place + 2);
    file.writeUInt32LE(count, place + 4);
    file.writeUInt32LE(value, place + 8);
  }
  file.writeUInt32LE(next, 10 + 12 * entries.length);
  return file;
}

const [BYTE, ASCII, SHORT, LONG] = [1, 2, 3, 4] as const;
const POINTERS = [0x8769, 0x8825, 0xa005, 0x014a];

/** As many tags as a folder may have, each with almost all of the file as its value. */
export const manyLargeTags = (): Buffer => {
  const size = 3 * MIB;
  const place = 14 + 12 * EVERYTHING;
  const entry = (_: unknown, tag: number) => ({
    tag,
    type: BYTE,
    count: size - place,
    value: place,
  });
  return folder(Array.from({ length: EVERYTHING }, entry), size);
};

/** One tag of 4 MiB of text. */
export const longText = (): Buffer =>
  folder([{ tag: 0x0110, type: ASCII, count: 4 * MIB, value: 26 }], 4 * MIB + 26);

/** An orientation of four thousand million values. */
export const endlessOrientation = (): Buffer =>
  folder([{ tag: 0x0112, type: SHORT, count: 0xff_ff_ff_ff, value: 26 }], 4 * MIB);

/** Folders that name themselves as the next one, and as those of EXIF, GPS and previews. */
export const circularFolders = (): Buffer =>
  folder(
    POINTERS.map((tag) => ({ tag, type: LONG, count: 1, value: 8 })),
    1024,
    8,
  );

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A valid black PNG of `side` × `side` pixels, a bit each. */
export function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An SVG in which each group uses the one before ten times: ten to the power of `depth` rectangles. */
export function nestedUses(depth: number): string {
  const uses = (level: number) => `<use href="#g${level}" x="1"/>`.repeat(10);
  const groups = Array.from(
    { length: depth },
    (_, level) => `<g id="g${level + 1}">${uses(level)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><defs><rect id="g0" width="1" height="1"/>${groups.join('')}</defs><use href="#g${depth}"/></svg>`;
}

/** A PDF of one page with these further objects, the first of which has the number 4. */
function pdf(content: string | Buffer, resources: string, ...objects: (string | Buffer)[]): Buffer {
  const all = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<<${resources}>>>>`,
    content,
    ...objects,
  ];
  const parts = all.flatMap((object, index) => [`${index + 1} 0 obj\n`, object, '\nendobj\n']);
  const body = Buffer.concat(
    ['%PDF-1.7\n', ...parts].map((part) => Buffer.from(part as string, 'latin1')),
  );
  return Buffer.concat([
    body,
    Buffer.from(`trailer<</Root 1 0 R/Size ${all.length + 1}>>\n%%EOF\n`),
  ]);
}

const stream = (content: string | Buffer, entries = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<<${entries}/Length ${content.length}>>stream\n`),
    Buffer.from(content as string, 'latin1'),
    Buffer.from('\nendstream'),
  ]);

/** A page that draws a form which draws another ten times, and so on. */
export function nestedForms(depth: number): Buffer {
  const form = (_: unknown, level: number) => {
    const isLast = level === depth - 1;
    const content = isLast ? '0 0 1 1 re f' : '/F Do '.repeat(10);
    const resources = isLast ? '' : `/Resources<</XObject<</F ${level + 6} 0 R>>>>`;
    return stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 300 200]${resources}`);
  };
  return pdf(stream('/F Do'), '/XObject<</F 5 0 R>>', ...Array.from({ length: depth }, form));
}

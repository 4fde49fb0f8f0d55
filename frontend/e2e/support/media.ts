import type { Page } from '@playwright/test';

import type { SampleFile } from './studio.ts';

/** A film of less than a second, recorded in the page. */
export async function film(page: Page, name: string): Promise<SampleFile> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let frame = 0; frame < 20 && context; frame += 1) {
      context.fillStyle = `hsl(${frame * 18} 70% 50%)`;
      context.fillRect(0, 0, canvas.width, canvas.height);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return { name, mimeType: 'video/webm', buffer: Buffer.from(base64, 'base64') };
}

/** Two empty pages. */
export function pdf(name: string): SampleFile {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const trailer = `trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  const content = `${file}xref\n0 5\n0000000000 65535 f \n${offsets.join('')}${trailer}`;
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(content) };
}

/** One entry of an EXIF folder: a tag, its type, a count and four bytes of value or the place of it. */
function exifEntry(tag: number, type: number, count: number, value: number): Buffer {
  const entry = Buffer.alloc(12);
  entry.writeUInt16LE(tag, 0);
  entry.writeUInt16LE(type, 2);
  entry.writeUInt32LE(count, 4);
  entry.writeUInt32LE(value, 8);
  return entry;
}

/** What a camera writes: its model, ISO 400 and 1/250 s. Places count from the beginning of the header. */
function exif(model: string): Buffer {
  const [ASCII, SHORT, LONG, RATIONAL] = [2, 3, 4, 5] as const;
  const name = Buffer.from(`${model}\0`);
  const header = Buffer.from('49492a0008000000', 'hex');
  const count = Buffer.from([2, 0]);
  const none = Buffer.alloc(4);
  const FOLDER_BYTES = 2 + 2 * 12 + 4;
  const exifAt = header.length + FOLDER_BYTES;
  const timeAt = exifAt + FOLDER_BYTES;
  const first = [
    exifEntry(0x0110, ASCII, name.length, timeAt + 8),
    exifEntry(0x8769, LONG, 1, exifAt),
  ];
  const second = [exifEntry(0x829a, RATIONAL, 1, timeAt), exifEntry(0x8827, SHORT, 1, 400)];
  const time = Buffer.from('01000000fa000000', 'hex');
  return Buffer.concat([header, count, ...first, none, count, ...second, none, time, name]);
}

/** A photograph of 90 x 60 pixels, drawn in the page, with what its camera wrote. */
export async function photo(page: Page, name: string, model: string): Promise<SampleFile> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 90, height: 60 });
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = 'teal';
    context?.fillRect(0, 0, 90, 60);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  const jpeg = Buffer.from(base64, 'base64');
  const content = Buffer.concat([Buffer.from('Exif\0\0'), exif(model)]);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(content.length + 2);
  const marker = Buffer.from([0xff, 0xe1]);
  const parts = [jpeg.subarray(0, 2), marker, size, content, jpeg.subarray(2)];
  return { name, mimeType: 'image/jpeg', buffer: Buffer.concat(parts) };
}

/** A RAW that no browser reads, with a photograph inside as cameras put one there. */
export async function raw(page: Page, name: string): Promise<SampleFile> {
  const { buffer } = await photo(page, name, 'Test Camera');
  const header = Buffer.from('49492a00100000004352020000000000', 'hex');
  const content = Buffer.concat([header, Buffer.alloc(600, 7), buffer, Buffer.alloc(300, 7)]);
  return { name, mimeType: 'image/x-canon-cr2', buffer: content };
}

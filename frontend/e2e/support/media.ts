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

/** A JPEG of 90 x 60 pixels, drawn in the page. */
export async function jpegPicture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 90, height: 60 });
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = 'teal';
    context?.fillRect(0, 0, 90, 60);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}

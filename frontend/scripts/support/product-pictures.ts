import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { demoPage, type DemoStack } from './demo-stack.ts';
import { hashOfSources, type Picture, PICTURES, ROOT, TAKEN_OF } from './pictures.ts';

const QUALITY = 0.82;

/** Converts in the browser, because Node cannot encode WebP. */
async function toWebp(page: Page, png: Buffer, width: number): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ([base64, quality, targetWidth]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const height = (image.naturalHeight * targetWidth) / image.naturalWidth;
      const canvas = Object.assign(document.createElement('canvas'), {
        width: targetWidth,
        height,
      });
      const context = canvas.getContext('2d');
      if (context) context.imageSmoothingQuality = 'high';
      context?.drawImage(image, 0, 0, targetWidth, height);
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
    },
    [png.toString('base64'), QUALITY, width] as const,
  );
  return Buffer.from(encoded, 'base64');
}

async function take(
  browser: Browser,
  { appUrl, session }: DemoStack,
  { path, link, picture, size: viewport, files }: Picture,
): Promise<void> {
  const page = await demoPage(browser, { appUrl, session, viewport, colorScheme: 'light' });
  await page.goto(path);
  if (link) await page.getByRole('main').getByRole('link', { name: link }).click();
  await page.waitForFunction(
    () =>
      document.querySelectorAll('[aria-busy="true"], [data-loading]').length === 0 &&
      document.querySelectorAll('main img').length > 0,
  );
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('main img')].every(
      ({ complete, naturalWidth }) => complete && naturalWidth > 0,
    ),
  );
  if (picture) {
    await page.getByRole('button', { name: `Preview ${picture}` }).click();
    await page.getByRole('dialog').getByRole('img').first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  await page.mouse.move(0, 0);
  const png = await page.screenshot();
  const blank = await page.context().newPage();
  for (const { file, width } of files) {
    await writeFile(join(ROOT, file), width ? await toWebp(blank, png, width) : png);
    console.log(`  ${file}`);
  }
  await page.context().close();
}

/** Takes the pictures of the landing page and the README. */
export async function takeProductPictures(browser: Browser, stack: DemoStack): Promise<void> {
  for (const picture of PICTURES) await take(browser, stack, picture);
  await writeFile(TAKEN_OF, `${hashOfSources()}\n`);
}

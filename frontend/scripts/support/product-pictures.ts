import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import type { Browser } from 'playwright-core';

import { demoPage, type DemoStack, settle } from './demo-stack.ts';
import { hashOfSources, type Picture, PICTURES, ROOT, TAKEN_OF } from './pictures.ts';

/** Of WebP; a PNG has none. */
const QUALITY = 82;

async function take(
  browser: Browser,
  stack: DemoStack,
  { path, link, size: viewport, file, scale = 1 }: Picture,
): Promise<void> {
  const page = await demoPage(browser, stack, { viewport, colorScheme: 'light' });
  await page.goto(path);
  if (link) await page.getByRole('main').getByRole('link', { name: link }).click();
  await page.locator('main img').first().waitFor();
  await settle(page);
  await page.mouse.move(0, 0);
  // Not `page.screenshot`, which writes no WebP.
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: extname(file) === '.webp' ? 'webp' : 'png',
    quality: QUALITY,
    clip: { x: 0, y: 0, ...viewport, scale },
  });
  await writeFile(join(ROOT, file), data, 'base64');
  console.log(`  ${file}`);
  await page.context().close();
}

/** Takes the pictures of the landing page and the README. */
export async function takeProductPictures(browser: Browser, stack: DemoStack): Promise<void> {
  for (const picture of PICTURES) await take(browser, stack, picture);
  await writeFile(TAKEN_OF, `${hashOfSources()}\n`);
}

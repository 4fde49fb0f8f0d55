// `npm run landing-picture -w frontend`: takes the landing page's screenshots of the product, from the demonstration.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser, chromium, type Page } from 'playwright-core';

import { browserFlags, browserPath } from '../e2e/support/browser.ts';
import { demoStack } from './support/demo-stack.ts';

const FOLDER = join(import.meta.dirname, '../src/features/landing/assets');
const SIZE = { width: 1280, height: 824 };
/** The second is for phones. */
const WIDTHS = [1280, 720];
const QUALITY = 0.82;
const PICTURES_IN_VIEW = 4;
const PROJECT = 'Ridgeline: a calendar of twelve mornings';

/** Converts in the browser, because Node cannot encode WebP. */
async function toWebp(page: Page, png: Buffer, width: number): Promise<Buffer> {
  const height = (SIZE.height * width) / SIZE.width;
  const encoded = await page.evaluate(
    async ([base64, quality, size]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), size);
      const context = canvas.getContext('2d');
      if (context) context.imageSmoothingQuality = 'high';
      context?.drawImage(image, 0, 0, size.width, size.height);
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
    },
    [png.toString('base64'), QUALITY, { width, height }] as const,
  );
  return Buffer.from(encoded, 'base64');
}

async function takePictures(browser: Browser, theme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    baseURL: stack.appUrl,
    viewport: SIZE,
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript(({ token, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, stack.session);
  // An open stream would keep the network from ever being idle.
  await page.route('**/api/events', (route) => route.abort());
  await page.goto('/projects');
  await page.getByRole('main').getByRole('link', { name: PROJECT }).click();
  await page.getByRole('heading', { level: 1, name: PROJECT }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction((least) => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')];
    return (
      pictures.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length >= least
    );
  }, PICTURES_IN_VIEW);
  await page.mouse.move(0, 0);
  const png = await page.screenshot();
  const blank = await context.newPage();
  for (const width of WIDTHS) {
    const webp = await toWebp(blank, png, width);
    const name = `project-${theme}-${width}.webp`;
    await writeFile(join(FOLDER, name), webp);
    console.log(`${name}: ${Math.round(webp.length / 1024)} KB`);
  }
  await context.close();
}

const stack = await demoStack();
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserFlags });
try {
  for (const theme of ['light', 'dark'] as const) await takePictures(browser, theme);
} finally {
  await browser.close();
  await stack.stop();
}

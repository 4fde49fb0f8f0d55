// `npm run landing-picture -w frontend`: takes the landing page's screenshots of the product, from the demonstration.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser, chromium, type Page } from 'playwright-core';

import { browserFlags, browserPath } from '../e2e/support/browser.ts';
import { demoStack } from './support/demo-stack.ts';

const FOLDER = join(import.meta.dirname, '../src/features/landing/assets');
const SIZE = { width: 1280, height: 824 };
const QUALITY = 0.82;
const PICTURES_IN_VIEW = 4;
const PROJECT = 'Ridgeline: a calendar of twelve mornings';

/** Converts in the browser, because Node cannot encode WebP. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ([base64, quality, { width, height }]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
    },
    [png.toString('base64'), QUALITY, SIZE] as const,
  );
  return Buffer.from(encoded, 'base64');
}

async function picture(browser: Browser, theme: 'light' | 'dark'): Promise<Buffer> {
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
  const webp = await toWebp(blank, png);
  await context.close();
  return webp;
}

const stack = await demoStack();
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserFlags });
try {
  for (const theme of ['light', 'dark'] as const) {
    const webp = await picture(browser, theme);
    await writeFile(join(FOLDER, `project-${theme}.webp`), webp);
    console.log(`project-${theme}.webp: ${Math.round(webp.length / 1024)} KB`);
  }
} finally {
  await browser.close();
  await stack.stop();
}

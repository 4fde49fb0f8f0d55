import type { Locator, Page } from '@playwright/test';

import {
  MIB,
  newProject,
  open,
  picture,
  projectWith,
  PUBLIC_PAGES,
  SIGNED_IN_PAGES,
} from './support/studio.ts';
import { expect, test } from './support/test.ts';

const ARABIC = 'زفاف سلمى وكريم 2026';
const HEBREW = 'חתונה ליד הים';

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const standard of [16, 32]) {
  test.describe(`at 400 % zoom, which is 320 px, with text of ${standard} px`, () => {
    test.use({ viewport: { width: 320, height: 640 } });
    test.beforeEach(async ({ page }) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard } });
    });

    for (const path of PUBLIC_PAGES) {
      test(`${path} fits into the window`, async ({ page }) => {
        await open(page, path);
        await expect.poll(() => overflow(page)).toBe(0);
        for (const link of await page.getByRole('navigation').getByRole('link').all()) {
          const box = await link.boundingBox();
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
        }
      });
    }

    test('every signed-in page fits into the window', async ({ page, account }) => {
      const long = 'Unbrokenlinesoftextthatnobodywouldtype'.repeat(4);
      await newProject(account, { title: ARABIC, client: 'Donaudampfschifffahrt' });
      const words = { title: long, client: long, description: long };
      const id = await projectWith(account, [picture('IMG_20261121_110542-Edit-final.png')], words);
      for (const path of [...SIGNED_IN_PAGES, `/projects/${id}`]) {
        await open(page, path);
        await expect.poll(() => overflow(page), { message: path }).toBe(0);
      }
      // With large text the name stands whole, in several lines.
      const name = page.getByTitle(/^IMG/);
      const start = standard > 16 ? name : name.locator('[data-text]').first();
      expect((await start.boundingBox())?.width, 'room for a name').toBeGreaterThan(20);
    });
  });
}

test('the storage gauge shows the used part in forced colours', async ({ page, account }) => {
  await projectWith(account, [picture('half.png', 2.5 * MIB)]);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/storage');
  const gauge = page.getByRole('progressbar', { name: 'Storage used' });
  await expect(gauge).toHaveAttribute('aria-valuenow', '50');
  const { x, y, width, height } = (await gauge.boundingBox())!;
  const pixelAt = (share: number) =>
    page.screenshot({ clip: { x: x + share * width, y: y + height / 2, width: 1, height: 1 } });
  const [used, free] = [await pixelAt(0.23), await pixelAt(0.77)];
  expect(used.equals(free)).toBe(false);
});

test('a choice looks like a choice in forced colours', async ({ signedInPage: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/projects/new');
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveCSS('appearance', 'auto');
});

test('Arabic and Hebrew words run from right to left wherever they are shown', async ({
  page,
  account,
}) => {
  const words = { title: ARABIC, client: HEBREW, contact: HEBREW, description: HEBREW };
  const id = await projectWith(account, [picture(`${HEBREW} 0042.png`)], words);
  const runsRightToLeft = async (shown: Locator) => {
    await expect(shown.first()).toBeVisible();
    for (const element of await shown.all()) {
      await expect(element).toHaveCSS('direction', 'rtl');
      // And they stand where the others begin.
      const beside = await element.evaluate((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return text.getBoundingClientRect().left - one.getBoundingClientRect().left;
      });
      expect(beside).toBeLessThan(8);
    }
  };
  const main = page.getByRole('main');
  for (const path of ['/dashboard', '/projects', '/projects?view=board', `/projects/${id}`]) {
    await page.goto(path);
    await runsRightToLeft(main.getByText(ARABIC));
    await runsRightToLeft(main.getByText(HEBREW, { exact: true }));
  }
  await runsRightToLeft(page.getByTitle(`${HEBREW} 0042.png`));
  await page.getByRole('button', { name: 'Edit' }).click();
  for (const name of ['Title', 'Client', 'Contact', 'Description']) {
    await expect(page.getByRole('dialog').getByLabel(name)).toHaveCSS('direction', 'rtl');
  }
  await page.goto('/storage');
  await runsRightToLeft(main.getByText(ARABIC));
  await runsRightToLeft(page.getByTitle(`${HEBREW} 0042.png`));
});

test('names that differ only in case look different, and a long one keeps its number and extension', async ({
  page,
  account,
}) => {
  const long = `${'Elena and Tomas at the harbour '.repeat(3)}0042.PNG`;
  const files = ['IMG.png', 'img.PNG', long].map((name) => picture(name));
  const id = await projectWith(account, files);
  await page.goto(`/projects/${id}`);
  const shown = page.getByTitle(long);
  await expect(page.getByTitle('IMG.png', { exact: true })).toHaveCSS('text-transform', 'none');
  const end = shown.locator('[data-text]').last();
  await expect(end).toHaveAttribute('data-text', /0042\.PNG$/);
  const cut = await shown.boundingBox();
  expect((await end.boundingBox())?.width).toBeLessThan(cut?.width ?? 0);
  await page.getByRole('button', { name: `Preview ${long}` }).focus();
  const whole = await shown.boundingBox();
  expect(whole?.height).toBeGreaterThan(2 * (cut?.height ?? 0));
  expect(whole?.width).toBeLessThanOrEqual((cut?.width ?? 0) + 1);
});

test('a macron in a heading stands above its letter', async ({ page }) => {
  await page.goto('/login');
  const rightEdges = await page.evaluate(async () => {
    const font = '420 40px "Newsreader Variable"';
    await document.fonts.load(font, 'OŌ');
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('This browser cannot draw');
    context.font = font;
    // The last is the letter as two characters, which must look the same.
    const letters = ['O', '\u014c', 'O\u0304'];
    return letters.map((letter) => context.measureText(letter).actualBoundingBoxRight);
  });
  expect(Math.max(...rightEdges) - Math.min(...rightEdges)).toBeLessThan(1);
});

test('the accents of capitals are shown whole, wherever a title, a client or a file is shown', async ({
  page,
  account,
}) => {
  const words = 'ÉŠŐİÅŌ';
  const fields = { title: words, client: words };
  const id = await projectWith(account, [picture(`${words}.png`)], fields);
  // A picture that fills its box by `object-fit` would be drawn beyond it.
  const uncut =
    'main, main :not(img) { overflow: visible !important; overflow-clip-margin: 0 !important }';
  for (const path of ['/dashboard', '/projects', '/projects?view=board', `/projects/${id}`]) {
    await page.goto(path);
    const main = page.getByRole('main');
    const shown = main.getByText(words);
    await expect(shown.first()).toBeVisible();
    // Nothing else may appear between two pictures of the page: its own pictures are the last.
    await expect(main.locator('img').first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    for (const text of await shown.all()) {
      const { x, y, width, height } = (await text.boundingBox())!;
      // Cut accents would stick out of the box by a pixel or two; a larger clip would contain other texts.
      const clip = { x, y: y - 3, width, height: height + 6 };
      const asIs = await page.screenshot({ clip });
      const style = await page.addStyleTag({ content: uncut });
      const whole = await page.screenshot({ clip });
      await style.evaluate((element) => (element as Element).remove());
      expect(asIs.equals(whole), `${path}: ${String(await text.getAttribute('class'))}`).toBe(true);
    }
  }
});

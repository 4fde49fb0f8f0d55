import type { Page } from '@playwright/test';

import { checkerboard, preview, sample } from './support/studio.ts';
import { expect, test } from './support/test.ts';

/** A vector, which the viewer draws 2000 pixels wide. */
const WIDE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="teal"/></svg>';
const PICTURES = ['a.svg', 'b.svg', 'c.svg'].map((name) => sample(name, WIDE));

test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

test('a picture fills the window, shows its own pixels, can be moved, and the next one is a swipe away', async ({
  page,
  account,
}) => {
  await preview(page, account, PICTURES);
  const shown = (name: string) => page.getByRole('dialog', { name }).getByRole('img');
  const box = async (name: string) =>
    (await shown(name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await expect.poll(async () => (await box('a.svg')).width).toBe(360);

  const drag = async (from: number, to: number) => {
    await page.mouse.move(from, 370);
    await page.mouse.down();
    await page.mouse.move(to, 372, { steps: 4 });
    await page.mouse.up();
  };
  await page.keyboard.press('z');
  await expect.poll(async () => Math.round((await box('a.svg')).width)).toBe(2000);
  const before = (await box('a.svg')).x;
  await drag(200, 120);
  await expect.poll(async () => Math.round((await box('a.svg')).x - before)).toBe(-80);
  await page.mouse.click(180, 370);
  await expect.poll(async () => (await box('a.svg')).width).toBe(360);
  await page.mouse.wheel(0, -200);
  await expect.poll(async () => (await box('a.svg')).width).toBeGreaterThan(500);
  await page.keyboard.press('z');

  await drag(300, 100);
  await expect(shown('b.svg')).toBeVisible();
  await page.getByRole('button', { name: 'Show c.svg' }).click();
  await expect(shown('c.svg')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.locator('[data-type="success"]').getByLabel('Close').click();
  await expect(shown('b.svg')).toBeVisible();
  // The second, in haste, does not leave the page as well.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Preview b.svg' })).toBeFocused();
});

test('a tap that brings faded controls back does nothing else', async ({ page, account }) => {
  await preview(page, account, PICTURES.slice(0, 1));
  const viewer = page.getByRole('dialog', { name: 'a.svg' });
  await expect(viewer.getByRole('img')).toBeVisible();
  const remove = await viewer.getByRole('button', { name: 'Delete' }).boundingBox();
  for (const [x, y] of [
    [remove?.x ?? 0, remove?.y ?? 0],
    [175, 365],
  ] as const) {
    await expect(page.locator('[data-idle]')).toBeVisible();
    await page.touchscreen.tap(x + 5, y + 5);
    await expect(page.locator('[data-idle]')).toHaveCount(0);
    expect((await viewer.getByRole('img').boundingBox())?.width).toBe(360);
  }
  await viewer.getByRole('button', { name: 'Delete' }).tap();
  await expect(page.getByRole('alertdialog')).toBeVisible();
});

/** The shades of grey that a part of the window shows, darkest first. */
async function shadesOf(page: Page, clip: { x: number; y: number; width: number; height: number }) {
  const png = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, image.width, image.height) ?? {};
    return [...new Set(data.filter((_, index) => index % 4 === 0))].sort((a, b) => a - b);
  }, `data:image/png;base64,${png}`);
}

test.describe('in a wide window', () => {
  test.use({ hasTouch: false, viewport: { width: 1440, height: 901 } });

  test('a press shows one pixel of a picture on one pixel of the screen, wherever it is pressed', async ({
    page,
    account,
  }) => {
    // Odd, so that its middle is none of a pixel.
    await preview(page, account, [checkerboard('fine.png', 2401, 1601)]);
    const shown = page.getByRole('dialog', { name: 'fine.png' }).getByRole('img');
    await expect(shown).toBeVisible();
    await page.mouse.click(701, 407);
    await expect.poll(async () => (await shown.boundingBox())?.width).toBe(2401);
    expect(await shadesOf(page, { x: 400, y: 200, width: 300, height: 200 })).toEqual([0, 255]);
  });

  test('a text stands on a page in the middle', async ({ page, account }) => {
    await preview(page, account, [sample('shot-list.txt', 'Ridge at dawn, 05:40\n')]);
    const text = page.getByText('Ridge at dawn, 05:40').last();
    const { x = 0, width = 0 } = (await text.boundingBox()) ?? {};
    expect(width).toBeLessThan(760);
    expect(Math.abs(x + width / 2 - 720)).toBeLessThan(10);
  });
});

import type { Locator, Page } from '@playwright/test';

import { CAMERA, heic, raw } from '../src/test/photographs.ts';
import { JPEG, preview, sample } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const facts = (page: Page) => page.getByRole('region', { name: 'What the camera wrote' });
const shown = (page: Page, name: string) => page.getByRole('dialog', { name });

const sizeOf = (picture: Locator) =>
  picture.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [
    naturalWidth,
    naturalHeight,
  ]);

test('shows the picture embedded in HEIC and RAW upright, and a glyph without one', async ({
  page,
  account,
}) => {
  await preview(page, account, [
    sample('1.HEIC', heic({ exif: CAMERA, preview: JPEG })),
    sample('2.NEF', raw({ orientation: 6, preview: JPEG })),
    sample('3.DNG', raw()),
  ]);
  await page.getByRole('button', { name: 'Details' }).click();
  await expect.poll(() => sizeOf(shown(page, '1.HEIC').getByRole('img'))).toEqual([780, 520]);
  await expect(facts(page)).toContainText('Distagon 35mm f/2');

  await page.keyboard.press('ArrowRight');
  await expect.poll(() => sizeOf(shown(page, '2.NEF').getByRole('img'))).toEqual([520, 780]);
  await expect(facts(page)).toContainText('Contarex Bullseye');

  await page.keyboard.press('ArrowRight');
  await expect(shown(page, '3.DNG')).toContainText('There is no preview for this file.');

  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Preview 2.NEF' }).locator('img')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Preview 3.DNG' })).toContainText('DNG');
});

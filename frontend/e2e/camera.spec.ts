import type { Locator, Page } from '@playwright/test';

import { CAMERA, heic, raw } from '../src/test/photographs.ts';
import type { Account } from './support/accounts.ts';
import { jpegPicture } from './support/media.ts';
import { projectWith, type SampleFile } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const facts = (page: Page) => page.getByRole('region', { name: 'What the camera wrote' });
const shown = (page: Page, name: string) => page.getByRole('dialog', { name });

const sizeOf = (picture: Locator) =>
  picture.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [
    naturalWidth,
    naturalHeight,
  ]);

/** Opens a new project with the given files and the preview of the first. */
async function preview(page: Page, account: Account, files: readonly SampleFile[]) {
  const id = await projectWith(account, files);
  await page.goto(`/projects/${id}`);
  await page.getByRole('button', { name: `Preview ${files[0]?.name}` }).click();
  await page.getByRole('button', { name: 'Details' }).click();
}

/** A file without a type, so that the server determines it from the content. */
const sample = (name: string, buffer: Buffer): SampleFile => ({ name, mimeType: '', buffer });

test('shows the picture embedded in HEIC and RAW upright, and a glyph without one', async ({
  page,
  account,
}) => {
  await page.goto('/studio');
  const picture = await jpegPicture(page);
  await preview(page, account, [
    sample('1.HEIC', heic({ exif: CAMERA, preview: picture })),
    sample('2.NEF', raw({ orientation: 6, preview: picture })),
    sample('3.DNG', raw()),
  ]);
  await expect.poll(() => sizeOf(shown(page, '1.HEIC').getByRole('img'))).toEqual([90, 60]);
  await expect(facts(page)).toContainText('Distagon 35mm f/2');

  await page.keyboard.press('ArrowRight');
  await expect.poll(() => sizeOf(shown(page, '2.NEF').getByRole('img'))).toEqual([60, 90]);
  await expect(facts(page)).toContainText('Contarex Bullseye');

  await page.keyboard.press('ArrowRight');
  await expect(shown(page, '3.DNG')).toContainText('There is no preview for this file.');

  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Preview 2.NEF' }).locator('img')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Preview 3.DNG' })).toContainText('DNG');
});

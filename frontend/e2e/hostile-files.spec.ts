import { endlessOrientation, hugePng, nestedForms, nestedUses } from '../src/test/bombs.ts';
import { JPEG, picture, projectWith, sample, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

/** Levels of ten each, which no machine draws to their end. */
const LEVELS = 9;
/** As many as are drawn at once. */
const PDFS = ['1.pdf', '2.pdf', '3.pdf'];
/** Of a PNG, in pixels: almost two gigabytes when it is decoded. */
const SIDE = 22_000;
/** Each PDF is given up after ten seconds. */
const GIVEN_UP_WITHIN_MS = 40_000;

test('files that take for ever to draw have no preview, keep no other file from its own, and can be deleted', async ({
  page,
  account,
}) => {
  test.setTimeout(120_000);
  const id = await projectWith(account, [
    sample('1.svg', nestedUses(LEVELS)),
    ...PDFS.map((name) => sample(name, nestedForms(LEVELS))),
    sample('1.nef', Buffer.concat([endlessOrientation(), JPEG])),
    sample('large.png', hugePng(SIDE)),
    picture('good.png'),
  ]);
  await page.goto(`/projects/${id}`);
  for (const name of ['good.png', '1.nef']) {
    const drawn = page.getByRole('button', { name: `Preview ${name}` }).locator('img');
    await expect(drawn).toBeVisible({ timeout: GIVEN_UP_WITHIN_MS });
  }
  for (const name of ['1.svg', '1.pdf']) {
    await page.getByRole('button', { name: `Preview ${name}` }).click();
    const viewer = page.getByRole('dialog', { name });
    await expect(viewer).toContainText('There is no preview for this file.', {
      timeout: GIVEN_UP_WITHIN_MS,
    });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'File deleted successfully')).toBeVisible();
  }
});

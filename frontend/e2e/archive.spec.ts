import { readFile } from 'node:fs/promises';

import { picture, projectWith, text, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

test('downloads everything as one archive', async ({ page, account }) => {
  const files = [picture('one.png', 3000), text('notes.txt', 'North window')];
  await projectWith(account, files, { title: 'Harbour: dawn' });
  await page.goto('/profile');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download everything' }).click();
  const archive = await readFile(await (await downloading).path());
  expect(archive.includes('files/Harbour dawn/one.png')).toBe(true);
  expect(archive.includes(picture('one.png', 3000).buffer)).toBe(true);
  expect(archive.includes('North window')).toBe(true);
  await expect(toast(page, 'Everything has been downloaded')).toBeVisible();
});

import { readFile } from 'node:fs/promises';

import { newProject, picture, storeFile, text, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

test('downloads everything as one archive, which continues after a lost connection', async ({
  page,
  account,
}) => {
  const id = await newProject(account, { title: 'Harbour: dawn', client: 'Ferries North' });
  await storeFile(account, id, picture('one.png', 3000));
  await storeFile(account, id, text('notes.txt', 'North window'));
  let isCut = true;
  await page.route('**/api/download/**/notes.txt', (route) =>
    isCut ? route.abort() : route.continue(),
  );
  await page.addInitScript(() => {
    // Without it, the browser saves a Blob: a test cannot use the system's dialog to choose a file.
    Reflect.deleteProperty(window, 'showSaveFilePicker');
  });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Download everything' }).click();
  await expect(page.getByText('The connection was lost.')).toBeVisible();
  await expect(page.getByText('1 of 2 files packed')).toBeVisible();
  isCut = false;
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Go on' }).click();
  const archive = await readFile(await (await downloading).path());
  expect(archive.includes('files/Harbour dawn/one.png')).toBe(true);
  expect(archive.includes(picture('one.png', 3000).buffer)).toBe(true);
  expect(archive.includes('North window')).toBe(true);
  await expect(toast(page, 'Everything has been downloaded')).toBeVisible();

  isCut = true;
  await page.getByRole('button', { name: 'Download everything' }).click();
  await expect(page.getByText('The connection was lost.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Download everything' })).toBeFocused();
});

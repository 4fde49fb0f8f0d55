import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { JPEG, newProject, open, projectWith, sample } from './support/studio.ts';
import { expect, test } from './support/test.ts';

/** The marker before the pixels of a JPEG. */
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

test('half a picture has the half as its thumbnail', async ({ page, account }) => {
  const files = [
    sample('half.jpg', JPEG.subarray(0, JPEG.length / 2)),
    sample('head-only.jpg', JPEG.subarray(0, JPEG.indexOf(START_OF_SCAN))),
  ];
  await open(page, `/projects/${await projectWith(account, files)}`);
  const thumbnail = page.getByRole('button', { name: 'Preview half.jpg' }).locator('img');
  await expect(thumbnail).toBeVisible();
  const colours = await thumbnail.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, Math.floor(canvas.height / 4));
    return new Set(data).size;
  });
  expect(colours).toBeGreaterThan(3);
  await expect(
    page.getByRole('button', { name: 'Preview head-only.jpg' }).locator('img'),
  ).toHaveCount(0);
});

test('a file that was changed on the disk after it was chosen is said to be', async ({
  page,
  account,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'studiolo-changed-'));
  try {
    const path = join(folder, 'notes.txt');
    await writeFile(path, 'first');
    await open(page, `/projects/${await newProject(account)}`);
    await page.getByLabel('Choose files').setInputFiles(path);
    await writeFile(path, 'and then something longer');
    // Browsers compare whole seconds.
    await utimes(path, new Date(), new Date(Date.now() + 10_000));
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect(page.getByText(/moved or changed after it was chosen/)).toBeVisible();
  } finally {
    await rm(folder, { recursive: true });
  }
});

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Page } from '@playwright/test';

import { film, pdf } from './support/media.ts';
import {
  dropFiles,
  dropPath,
  MIB,
  newProject,
  picture,
  slowNetwork,
  storeFile,
  text,
  toast,
} from './support/studio.ts';
import { expect, test } from './support/test.ts';

const frames = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem');
const rows = (page: Page) => page.getByRole('list', { name: 'Upload queue' }).getByRole('listitem');
const picker = (page: Page) => page.getByLabel('Choose files');
const upload = (page: Page) => page.getByRole('button', { name: /^Upload( \d+ files?)?$/ }).click();

async function downloaded(page: Page, name: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFile(await download.path());
}

test('uploads by picker and by drop, previews, downloads the same bytes, and deletes', async ({
  page,
  account,
}) => {
  const id = await newProject(account);
  const [first, second, third] = [
    picture('one.png', 3000),
    text('notes.txt', 'North window'),
    picture('three.png', 4000),
  ];
  await page.goto(`/projects/${id}`);
  await upload(page);
  await expect(page.getByText('Please select a file first')).toBeVisible();

  await picker(page).setInputFiles([first, second]);
  await expect(rows(page)).toHaveCount(2);
  await upload(page);
  await expect(toast(page, 'File uploaded successfully')).toBeVisible();
  await expect(frames(page)).toHaveCount(2);
  await dropFiles(page, [third]);
  await expect(frames(page)).toHaveCount(3);
  await expect(rows(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Preview one.png' }).click();
  await expect(page.getByRole('dialog', { name: 'one.png' }).getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Preview one.png' })).toBeFocused();
  await page.getByRole('button', { name: 'Preview notes.txt' }).click();
  await expect(page.getByRole('dialog', { name: 'notes.txt' })).toContainText('North window');
  await page.keyboard.press('End');
  await page
    .getByRole('dialog', { name: 'three.png' })
    .getByRole('button', { name: 'Close' })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();

  expect((await downloaded(page, 'Download one.png')).equals(first.buffer)).toBe(true);
  await expect(toast(page, 'File downloaded successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Delete notes.txt' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to delete this file?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'File deleted successfully')).toBeVisible();
  await expect(frames(page)).toHaveCount(2);
  await page.reload();
  await expect(frames(page)).toHaveCount(2);
});

test('uploads the files of a dropped or chosen folder, and lists what it does not accept', async ({
  page,
  account,
}) => {
  const id = await newProject(account);
  const folder = await mkdtemp(join(tmpdir(), 'shoot-'));
  const tree = {
    'Wedding/Ceremony/IMG_1.png': picture('IMG_1.png', 2000).buffer,
    'Wedding/Party/IMG_1.png': picture('IMG_1.png', 3000).buffer,
    'Wedding/Party/plan.txt': Buffer.from('North window'),
    'Wedding/Party/setup.exe': Buffer.from('MZ'),
  };
  for (const [path, content] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await mkdir(join(folder, 'Wedding/Empty'));
  try {
    await page.goto(`/projects/${id}`);
    await expect(page.getByText('5 MB of storage left')).toBeVisible();
    await dropPath(page, join(folder, 'Wedding'));
    await expect(frames(page)).toHaveCount(3);
    for (const name of ['Wedding - Ceremony - IMG_1.png', 'Wedding - Party - IMG_1.png']) {
      await expect(page.getByRole('button', { name: `Preview ${name}` })).toBeVisible();
    }
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).filter({ hasText: 'setup.exe' })).toContainText('not a supported type');
    await expect(rows(page).filter({ hasText: 'Wedding/Empty' })).toContainText('is empty');
    await page.getByRole('button', { name: 'Clear list' }).click();
    await expect(rows(page)).toHaveCount(0);

    await page.getByLabel('Choose folder').setInputFiles(join(folder, 'Wedding/Party'));
    await page.getByRole('button', { name: 'Upload 2 files' }).click();
    await expect(frames(page)).toHaveCount(5);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('shows up to four pictures of a project on its card, board card and dashboard row', async ({
  page,
  account,
}) => {
  const id = await newProject(account);
  await storeFile(account, id, text('notes.txt', 'North window'));
  for (const name of ['1', '2', '3', '4', '5']) {
    await storeFile(account, id, picture(`${name}.png`, 2000));
  }
  const views = {
    '/projects': page.getByRole('article'),
    '/projects?view=board': page.getByRole('article'),
    '/dashboard': page.getByRole('listitem').filter({ hasText: 'Ridgeline' }),
  };
  for (const [address, project] of Object.entries(views)) {
    await page.goto(address);
    await expect(project.locator('img')).toHaveCount(4);
  }
});

test('packs all files into one ZIP', async ({ page, account }) => {
  const id = await newProject(account, { title: 'Ridge: Dawn' });
  await storeFile(account, id, picture('one.png', 3000));
  await storeFile(account, id, text('notes.txt', 'North window'));
  await page.goto(`/projects/${id}`);
  const archive = await downloaded(page, 'Download all');
  expect(archive.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'));
  expect(archive.includes(picture('one.png', 3000).buffer)).toBe(true);
  expect(archive.includes('North window')).toBe(true);
  expect(archive.lastIndexOf('notes.txt')).toBeGreaterThan(archive.indexOf('notes.txt'));
});

test('refuses a file that is too large, of a wrong type or over the quota on its row', async ({
  page,
  account,
}) => {
  const id = await newProject(account);
  await storeFile(account, id, picture('stored.png', 3 * MIB));
  await page.goto(`/projects/${id}`);
  await expect(page.getByText('2 MB of storage left')).toBeVisible();
  await picker(page).setInputFiles([
    picture('huge.png', 5.5 * MIB),
    { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    picture('large.png', 2.5 * MIB),
    picture('fits.png', MIB),
    { name: 'disguised.png', mimeType: 'image/png', buffer: Buffer.from('MZ\x90\0') },
  ]);
  await expect(picker(page)).toHaveValue('');
  const row = (name: string) => rows(page).filter({ hasText: name });
  await expect(row('huge.png')).toContainText('File too large: 5.50MB (max 5MB)');
  await expect(row('setup.exe')).toContainText('setup.exe is not a supported type');
  await expect(row('large.png')).toContainText(
    'Not enough storage space: 2.5 MB needed, 2 MB of 5 MB left',
  );
  await upload(page);
  await expect(frames(page)).toHaveCount(2);
  // Only the content shows the type, so the server refuses it.
  await expect(row('disguised.png')).toContainText(
    'disguised.png is not a picture we can recognise',
  );
  await expect(row('huge.png')).toBeVisible();

  await page.getByRole('button', { name: 'Delete stored.png' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(frames(page)).toHaveCount(1);
  await expect(row('large.png')).toContainText('Ready');
  await upload(page);
  await expect(frames(page)).toHaveCount(2);
});

test('shows progress, cancels an upload and retries it', async ({ page, account }) => {
  const id = await newProject(account);
  await page.goto(`/projects/${id}`);
  const network = await slowNetwork(page);
  await picker(page).setInputFiles([picture('slow.png', 2 * MIB)]);
  await upload(page);
  await expect(page.getByRole('progressbar', { name: 'Upload of slow.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel slow.png' }).click();
  await expect(rows(page)).toContainText('Cancelled');
  await network.heal();
  await page.getByRole('button', { name: 'Retry slow.png' }).click();
  await expect(toast(page, 'File uploaded successfully')).toBeVisible();
  await expect(frames(page)).toHaveCount(1);
});

test('goes on uploading on other pages, which show how far it is; closing the tab asks first', async ({
  page,
  account,
}) => {
  const id = await newProject(account, { title: 'Ridge at Dawn' });
  await page.goto(`/projects/${id}`);
  const network = await slowNetwork(page);
  await picker(page).setInputFiles([picture('slow.png', 3 * MIB)]);
  await upload(page);
  await expect(page.getByRole('progressbar', { name: 'Upload of slow.png' })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const tray = page.getByRole('region', { name: 'Uploads' });
  await expect(tray).toContainText('0 of 1 file');
  await expect(tray).toContainText(/KB\/s, \d+\ss\sleft/);

  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();

  await network.heal();
  await expect(tray).toContainText('1 file uploaded');
  await tray.getByRole('link', { name: 'Ridge at Dawn' }).click();
  await expect(frames(page)).toHaveCount(1);
  await expect(tray).toBeHidden();
});

test('signing out ends the uploads', async ({ page, account }) => {
  const id = await newProject(account);
  await page.goto(`/projects/${id}`);
  await slowNetwork(page);
  await picker(page).setInputFiles([picture('slow.png', 4 * MIB)]);
  await upload(page);
  await expect(page.getByRole('progressbar', { name: 'Upload of slow.png' })).toBeVisible();
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/upload'));
  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
});

test('an upload that fails without a connection can be retried and is stored once', async ({
  page,
  account,
}) => {
  const id = await newProject(account);
  await page.goto(`/projects/${id}`);
  await expect(page.getByText('5 MB of storage left')).toBeVisible();
  await page.context().setOffline(true);
  await picker(page).setInputFiles([picture('cut.png', 2 * MIB)]);
  await upload(page);
  await expect(rows(page)).toContainText('Failed to upload file');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Retry cut.png' }).click();
  await expect(frames(page)).toHaveCount(1);
  await page.reload();
  await expect(frames(page)).toHaveCount(1);
});

test('a file whose answer was lost is sent again and stored once', async ({ page, account }) => {
  const id = await newProject(account);
  await page.goto(`/projects/${id}`);
  await expect(page.getByText('5 MB of storage left')).toBeVisible();
  let tries = 0;
  await page.route('**/api/upload', async (route) => {
    tries += 1;
    if (tries > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await picker(page).setInputFiles([picture('late.png', 200_000)]);
  await upload(page);
  await expect(rows(page)).toContainText('Failed to upload file');
  await page.getByRole('button', { name: 'Retry late.png' }).click();
  await expect(toast(page, 'File uploaded successfully')).toBeVisible();
  expect(tries).toBe(2);
  await page.reload();
  await expect(frames(page)).toHaveCount(1);
});

test('previews a vector image and a text, and runs no script in them', async ({
  page,
  account,
}) => {
  const id = await newProject(account);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><script>document.title='run'</script><rect width="90" height="60" fill="teal"/></svg>`;
  await storeFile(account, id, {
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(svg),
  });
  await storeFile(account, id, text('page.txt', 'Tags <b>stay</b> text'));
  await page.goto(`/projects/${id}`);
  const picture = page.getByRole('button', { name: 'Preview logo.svg' }).locator('img');
  await expect(picture).toBeVisible();
  await page.getByRole('button', { name: 'Preview logo.svg' }).click();
  const large = page.getByRole('dialog', { name: 'logo.svg' }).getByRole('img');
  await expect
    .poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(2000);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'page.txt' })).toContainText(
    'Tags <b>stay</b> text',
  );
  expect(await page.title()).not.toBe('run');
});

test('shows the first frame of a film, the pages of a PDF and a glyph for other formats', async ({
  page,
  account,
}) => {
  const id = await newProject(account);
  await page.goto('/studio');
  const heic = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.alloc(500),
  ]);
  await storeFile(account, id, await film(page, 'clip.webm'));
  await storeFile(account, id, pdf('contract.pdf'));
  await storeFile(account, id, { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic });
  await page.goto(`/projects/${id}`);
  const frame = (name: string) => page.getByRole('button', { name: `Preview ${name}` });
  await expect(frame('clip.webm').locator('img')).toBeVisible();
  await expect(frame('contract.pdf').locator('img')).toBeVisible();
  await expect(frame('IMG_1.HEIC')).toContainText('HEIC');

  await frame('clip.webm').click();
  const video = page.getByRole('dialog').locator('video');
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.videoWidth)).toBe(320);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('img', { name: 'Page 2 of 2' })).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('There is no preview for this file.')).toBeVisible();
});

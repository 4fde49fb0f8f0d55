import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Page } from '@playwright/test';
import { pdf } from '@studiolo/testing/samples';

import { heic } from '../src/test/photographs.ts';
import {
  dropPath,
  FILM,
  MIB,
  newProject,
  picture,
  projectWith,
  sample,
  slowNetwork,
} from './support/studio.ts';
import { expect, test } from './support/test.ts';

const frames = (page: Page) => page.getByRole('button', { name: /^Preview / });
const uploads = (page: Page) => page.getByRole('listitem', { name: /^Upload of / });
const picker = (page: Page) => page.getByLabel('Choose files');
const upload = (page: Page) => page.getByRole('button', { name: /^Upload( \d+ files?)?$/ }).click();

test('uploads the files of a dropped or chosen folder, and lists what it does not accept', async ({
  page,
  account,
}, testInfo) => {
  const id = await newProject(account);
  const folder = testInfo.outputPath();
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
  await page.goto(`/projects/${id}`);
  await expect(page.getByText('5 MB of storage left')).toBeVisible();
  await dropPath(page, join(folder, 'Wedding'));
  await expect(frames(page)).toHaveCount(3);
  for (const name of ['IMG_1.png', 'IMG_1 (2).png']) {
    await expect(page.getByRole('button', { name: `Preview ${name}`, exact: true })).toBeVisible();
  }
  await expect(uploads(page)).toHaveCount(2);
  await expect(uploads(page).filter({ hasText: 'setup.exe' })).toContainText(
    'not a supported type',
  );
  await expect(uploads(page).filter({ hasText: 'Wedding/Empty' })).toContainText('is empty');
  await page.getByRole('button', { name: 'Clear list' }).click();
  await expect(uploads(page)).toHaveCount(0);

  await page.getByLabel('Choose folder').setInputFiles(join(folder, 'Wedding/Party'));
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(frames(page)).toHaveCount(5);
});

test('takes an upload for stored only when the server answers with the hash of the file', async ({
  page,
  account,
}) => {
  const id = await newProject(account);
  await page.route('**/api/upload', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const isOther = text.includes('"other.png"');
    const body = isOther ? text.replace(/"sha256":"[0-9a-f]{4}/, '"sha256":"0000') : text;
    await route.fulfill({ response, body });
  });
  await page.goto(`/projects/${id}`);
  await picker(page).setInputFiles([picture('whole.png'), picture('other.png')]);
  await upload(page);
  await expect(uploads(page)).toHaveCount(1);
  await expect(uploads(page).getByRole('alert')).toHaveText(/^What was stored is not this file/);
});

test('shows one picture of a project on its card, board card and dashboard row, and counts the others', async ({
  page,
  account,
}) => {
  const pictures = ['1', '2', '3', '4', '5'].map((name) => picture(`${name}.png`));
  await projectWith(account, [sample('notes.txt', 'North window'), ...pictures]);
  const views = {
    '/projects': page.getByRole('article'),
    '/projects?view=board': page.getByRole('article'),
    '/dashboard': page.getByRole('listitem').filter({ hasText: 'Ridgeline' }),
  };
  for (const [address, project] of Object.entries(views)) {
    await page.goto(address);
    await expect(project.locator('img')).toHaveCount(1);
    await expect(project).toContainText('+4');
  }
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
});

test('signing out ends the uploads, also before their tray is loaded', async ({
  page,
  account,
}) => {
  await page.route(/\/assets\/upload-tray-[\w-]{8}\.js$/, () => undefined);
  const id = await newProject(account);
  await page.goto(`/projects/${id}`);
  await slowNetwork(page);
  await picker(page).setInputFiles([picture('slow.png', 4 * MIB)]);
  await upload(page);
  await expect(page.getByRole('progressbar', { name: 'Upload of slow.png' })).toBeVisible();
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/upload'));
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
});

test('previews a vector image and a text, and runs no script in them', async ({
  page,
  account,
}) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><script>document.title='run'</script><rect width="90" height="60" fill="teal"/></svg>`;
  const id = await projectWith(account, [
    sample('logo.svg', svg),
    sample('page.txt', 'Tags <b>stay</b> text'),
  ]);
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
  const id = await projectWith(account, [
    sample('clip.webm', FILM),
    sample('contract.pdf', pdf(2)),
    sample('IMG_1.HEIC', heic({})),
  ]);
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

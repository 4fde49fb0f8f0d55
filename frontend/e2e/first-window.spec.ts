import type { Page } from '@playwright/test';

import { open, picture, projectWith, sample } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const SIX = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => picture(`${name}.png`));
const FIELDS = {
  title: 'Elena and Tomas, the wedding in the old garden',
  client: 'Elena Marchetti',
  contact: 'elena.marchetti@mail.example',
  description: 'First look, ceremony, and the party by available light. '.repeat(6),
};

const topOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())!.y;

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  test(`the first frame of a project is in the first window at ${viewport.width} px`, async ({
    page,
    account,
  }) => {
    await page.setViewportSize(viewport);
    await open(page, `/projects/${await projectWith(account, SIX, FIELDS)}`);
    expect(await topOf(page, '[data-frame]')).toBeLessThanOrEqual(420);
  });
}

test('a phone shows a whole picture in the first window of each page that has one', async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await projectWith(account, SIX, FIELDS);
  for (const path of ['/dashboard', '/projects', '/projects?density=small', '/storage']) {
    await open(page, path);
    const { y, height } = (await page.getByRole('main').locator('img').first().boundingBox())!;
    expect(y + height, path).toBeLessThanOrEqual(740);
  }
});

test('the sheet is one Tab stop: arrows move, Space selects, Shift extends, Delete asks', async ({
  page,
  account,
}) => {
  await open(page, `/projects/${await projectWith(account, SIX)}`);
  const frame = (name: string) => page.getByRole('button', { name: `Preview ${name}` });
  const bar = page.getByRole('group', { name: 'Selected files' });
  const stops = '[aria-label="Files"] :is(button, input):not([tabindex="-1"])';
  await expect(page.locator(stops)).toHaveCount(1);
  await frame('a.png').focus();
  await page.keyboard.press('ArrowRight');
  await expect(frame('b.png')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(bar).toContainText('1 selected');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(frame('c.png')).toBeFocused();
  await expect(bar).toContainText('2 selected');
  const column = (await frame('a.png').boundingBox())!.x;
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const below = page.locator('[data-frame]:focus');
  expect((await below.boundingBox())!.x).toBe(column);
  expect((await below.boundingBox())!.y).toBeGreaterThan((await frame('a.png').boundingBox())!.y);
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('alertdialog')).toContainText('f.png');
  await page.keyboard.press('Escape');
  await expect(frame('f.png')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'f.png' })).toBeVisible();
});

test('chosen files are frames at once, the refused first, and stay in place when they are stored', async ({
  page,
  account,
}) => {
  await open(page, `/projects/${await projectWith(account, SIX)}`);
  const frames = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await page
    .getByLabel('Choose files')
    .setInputFiles([picture('z.png'), sample('setup.exe', 'MZ'), picture('y.png')]);
  await expect(frames).toHaveCount(9);
  await expect(frames.nth(0)).toHaveAccessibleName('Upload of setup.exe');
  await expect(frames.nth(0)).toContainText('not a supported type');
  await expect(frames.nth(1).locator('img')).toBeVisible();
  const place = await frames.nth(1).boundingBox();
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(page.getByRole('button', { name: 'Preview y.png' })).toBeVisible();
  await expect(frames.nth(1).getByRole('button', { name: 'Preview z.png' })).toBeVisible();
  expect(await frames.nth(1).boundingBox()).toEqual(place);
});

test('a name that is cut for the eye is one name for readers and in what is copied', async ({
  page,
  account,
}) => {
  const name = 'DSC_4121 Elena and Tomas at the old harbour.png';
  const id = await projectWith(account, [picture(name)]);
  for (const path of [`/projects/${id}`, '/storage']) {
    await open(page, path);
    const shown = page.getByTitle(name);
    await expect(shown).toBeVisible();
    const copied = await shown.evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return String(getSelection());
    });
    expect(copied, path).toBe(name);
    expect(await shown.ariaSnapshot(), path).toContain(name);
  }
});

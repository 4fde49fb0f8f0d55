import type { Page } from '@playwright/test';

import { download, picture, projectWith, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const NAMES = ['a.png', 'b.png', 'c.png', 'd.png'];

const frames = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem');
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected files' });

test.beforeEach(async ({ page, account }) => {
  const files = NAMES.map((name) => picture(name));
  const id = await projectWith(account, files);
  await page.goto(`/projects/${id}`);
  await expect(frames(page)).toHaveCount(4);
});

test('selects, downloads the selection as a ZIP and deletes it after one confirmation', async ({
  page,
}) => {
  for (const name of ['a.png', 'b.png', 'c.png']) await box(page, name).check();
  await expect(bar(page)).toContainText('3 selected');
  const { content } = await download(bar(page).getByRole('button', { name: 'Download selected' }));
  expect(NAMES.filter((name) => content.includes(name))).toEqual(['a.png', 'b.png', 'c.png']);

  await bar(page).getByRole('button', { name: 'Delete selected' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to delete these 3 files?');
  await expect(question.getByRole('listitem')).toHaveText(['a.png', 'b.png', 'c.png']);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, '3 files deleted successfully')).toBeVisible();
  await expect(frames(page)).toHaveCount(1);
  await page.reload();
  await expect(frames(page)).toHaveCount(1);
});

test('selects the files between two checkboxes with Shift, in either direction', async ({
  page,
}) => {
  await box(page, 'd.png').check();
  await box(page, 'b.png').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('3 selected');
  await expect(box(page, 'a.png')).not.toBeChecked();
  await box(page, 'c.png').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('1 selected');
});

test('selects with the keyboard alone', async ({ page }) => {
  await box(page, 'b.png').focus();
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('1 selected');
  const remove = bar(page).getByRole('button', { name: 'Delete selected' });
  await remove.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('delete this file?');
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await bar(page).getByRole('button', { name: 'Select all' }).press('Enter');
  await expect(bar(page)).toContainText('4 selected');
  await bar(page).getByRole('button', { name: 'Clear' }).press('Enter');
  await expect(bar(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Files' })).toBeFocused();
});

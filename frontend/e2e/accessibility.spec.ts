import type { Page } from '@playwright/test';

import { axeFindings } from './support/axe.ts';
import {
  MIB,
  newProject,
  open,
  picture,
  projectWith,
  PUBLIC_PAGES,
  sample,
  SIGNED_IN_PAGES,
} from './support/studio.ts';
import { expect, test } from './support/test.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Checks the page in both themes, or a part of it, such as a menu, which is outside of the landmarks. */
async function expectNoFindings(page: Page, part = ':root'): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await axeFindings(page, part, TAGS);
    expect({ colorScheme, found }).toEqual({ colorScheme, found: [] });
  }
}

test('axe finds nothing on the pages for everybody', async ({ page }) => {
  test.setTimeout(120_000);
  const failed = ['/reset-password', '/verify-email', '/auth/google/callback?error=access_denied'];
  for (const path of [...PUBLIC_PAGES, ...failed, '/verify-email-pending']) {
    await page.goto(path);
    await expectNoFindings(page);
  }
});

test('axe finds nothing on the pages of an account without projects', async ({ signedInPage }) => {
  test.setTimeout(120_000);
  for (const path of ['/projects/none', ...SIGNED_IN_PAGES]) {
    await signedInPage.goto(path);
    await expectNoFindings(signedInPage);
  }
  await signedInPage.getByRole('button', { name: 'Edit Profile' }).click();
  await signedInPage.getByRole('button', { name: 'Change Password' }).click();
  await expectNoFindings(signedInPage);
  await signedInPage.getByRole('button', { name: 'Delete Account' }).click();
  await expect(signedInPage.getByRole('alertdialog')).toBeVisible();
  await expectNoFindings(signedInPage, '[role=alertdialog]');
});

test('axe finds nothing on the list, the board, a project with its dialogs, and the storage', async ({
  page,
  account,
}) => {
  test.setTimeout(180_000);
  for (const status of ['todo', 'inprogress', 'review', 'done', 'cancelled'] as const) {
    await newProject(account, { title: `A project in ${status}`, status, description: 'Words' });
  }
  const files = [picture('one.png', 4.6 * MIB), sample('notes.txt', 'North window')];
  const id = await projectWith(account, files, { title: 'With files', status: 'blocked' });
  for (const path of ['/projects', '/projects?view=board']) {
    await page.goto(path);
    await expect(page.getByRole('article')).toHaveCount(6);
    await expectNoFindings(page);
  }
  await page.getByRole('button', { name: /^Status of With files/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoFindings(page, '[role=menu]');

  await page.goto(`/projects/${id}`);
  await page.getByLabel('Choose files').setInputFiles(picture('too-much.png', MIB));
  await expect(page.getByText(/Not enough storage space/)).toBeVisible();
  await expectNoFindings(page);
  for (const name of ['Edit', 'Preview one.png', 'Preview notes.txt']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.goto('/storage');
  await expect(page.getByRole('rowheader')).toHaveCount(2);
  await expectNoFindings(page);
});

test('the first Tab reaches a link that skips the menu', async ({ signedInPage: page }) => {
  await page.goto('/studio');
  await page.getByRole('heading', { name: 'Studio', level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

/** Controls whose middles differ by less stand beside each other. */
const SAME_LINE_PX = 8;

/** The focused element; null when the focus has left the page. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    if (!element || element === document.body) return null;
    // Of a picker, only its label is seen.
    const [seen = element] = element instanceof HTMLInputElement ? (element.labels ?? []) : [];
    const { left, top, bottom } = seen.getBoundingClientRect();
    return {
      name: element.getAttribute('aria-label') ?? seen.textContent,
      place: [...document.querySelectorAll('*')].indexOf(element),
      left,
      middle: (top + bottom) / 2 + window.scrollY,
    };
  });

test('Tab goes through each page in the order in which it reads', async ({ page, account }) => {
  test.setTimeout(120_000);
  for (const status of ['todo', 'review', 'done'] as const) await newProject(account, { status });
  const files = [picture('one.png'), picture('two.png')];
  const id = await projectWith(account, files, { contact: 'iris@example.com' });
  for (const path of [...SIGNED_IN_PAGES, `/projects/${id}`]) {
    await open(page, path);
    const first = page.getByRole('link', { name: 'Skip to content' });
    await first.focus();
    let last = await focused(page);
    for (let next = last; next && last; last = next) {
      await page.keyboard.press('Tab');
      next = await focused(page);
      if (!next || next.name === 'Skip to content') break;
      const isLater = next.place > last.place;
      const isBelowOrBeside = next.middle > last.middle + SAME_LINE_PX || next.left > last.left;
      const step = `${path}: ${last.name} → ${next.name}`;
      expect({ isLater, isBelowOrBeside }, step).toEqual({ isLater: true, isBelowOrBeside: true });
    }
    expect(last?.place).toBeGreaterThan(100);
  }
});

test('a dialog traps the focus', async ({ signedInPage: page }) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete Account' }).press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
});

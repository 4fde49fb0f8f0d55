import type { Page } from '@playwright/test';

import { open, picture, projectWith, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const WIDTHS = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];

/** The enabled controls of the page whose rectangles share a pixel with an element that matches. */
function controlsUnder(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((cover) => {
    const over = [...document.querySelectorAll(cover)].map((one) => one.getBoundingClientRect());
    const controls = document.querySelectorAll('main :is(a[href], button, input, select, label)');
    return [...controls].flatMap((control) => {
      if (control.matches(':disabled') || !control.checkVisibility()) return [];
      const box = control.getBoundingClientRect();
      const isUnder = over.some(
        ({ left, right, top, bottom }) =>
          box.left < right && left < box.right && box.top < bottom && top < box.bottom,
      );
      return isUnder ? [control.getAttribute('aria-label') ?? control.textContent] : [];
    });
  }, selector);
}

for (const viewport of WIDTHS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('toasts cover no control of a new project, nor of its first uploads', async ({
      signedInPage: page,
    }) => {
      const isClear = async (message: string) => {
        await expect(toast(page, message)).toBeVisible();
        expect(await controlsUnder(page, 'li[data-type]'), message).toEqual([]);
      };
      await open(page, '/projects/new');
      await page.getByLabel('Title').fill('Ridge at Dawn');
      await page.getByLabel('Client').fill('Alpine Press');
      await page.getByRole('button', { name: 'Create Project' }).click();
      await isClear('Project created successfully!');
      await page.getByLabel('Choose files').setInputFiles([picture('a.png'), picture('b.png')]);
      await expect(page.getByRole('button', { name: 'Upload 2 files' })).toBeVisible();
      expect(await controlsUnder(page, 'li[data-type]')).toEqual([]);
      await page.getByRole('button', { name: 'Upload 2 files' }).click();
      await isClear('File uploaded successfully');
      await page.getByRole('button', { name: 'Delete a.png' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await isClear('File deleted successfully');
    });

    test('the mark of a change from elsewhere covers no control', async ({ page, account }) => {
      const id = await projectWith(account, [picture('a.png')], { title: 'Ridge' });
      for (const path of [`/projects/${id}`, '/projects', '/projects?view=board', '/dashboard']) {
        await open(page, path);
        const mark = page.getByText('Updated elsewhere', { exact: true });
        await expect(async () => {
          await account.api.put(`/api/projects/${id}`, { description: String(Date.now()) });
          await expect(mark).toBeVisible({ timeout: 2_000 });
        }).toPass();
        await mark.evaluate((element) => element.setAttribute('data-mark', ''));
        // The stretched link of a card is under everything on it.
        const covered = await controlsUnder(page, '[data-mark]');
        expect(
          covered.filter((name) => name !== 'Ridge'),
          path,
        ).toEqual([]);
      }
    });
  });
}

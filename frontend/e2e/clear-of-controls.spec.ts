import type { Page } from '@playwright/test';

import { follow, newProject, open, picture, projectWith, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const TOAST = 'li[data-type]';
/** How long a toast stays. */
const TOAST_MS = 5_000;
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
        expect(await controlsUnder(page, TOAST), message).toEqual([]);
      };
      await open(page, '/projects/new');
      await page.getByLabel('Title').fill('Ridge at Dawn');
      await page.getByLabel('Client').fill('Alpine Press');
      await page.getByRole('button', { name: 'Create Project' }).click();
      await isClear('Project created successfully!');
      await page.getByLabel('Choose files').setInputFiles([picture('a.png'), picture('b.png')]);
      await expect(page.getByRole('button', { name: 'Upload 2 files' })).toBeVisible();
      expect(await controlsUnder(page, TOAST)).toEqual([]);
      await page.getByRole('button', { name: 'Upload 2 files' }).click();
      await isClear('File uploaded successfully');
      await page.getByRole('button', { name: 'Delete a.png' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await isClear('File deleted successfully');
    });

    test('files that fail to upload keep Retry and Remove free', async ({ page, account }) => {
      const id = await newProject(account);
      await page.route('**/api/upload', (route) => {
        const isRefused = /filename="(?:[2468]|1[02])\.png"/.test(
          route.request().postDataBuffer()?.toString('latin1') ?? '',
        );
        if (!isRefused) return route.continue();
        return route.fulfill({ status: 500, json: { success: false, error: 'Broken' } });
      });
      await open(page, `/projects/${id}`);
      const files = Array.from({ length: 12 }, (_, index) => picture(`${index + 1}.png`));
      await page.getByLabel('Choose files').setInputFiles(files);
      await page.getByRole('button', { name: 'Upload 12 files' }).click();
      await expect(page.getByText('6 files uploaded, 6 files not uploaded')).toBeVisible();
      await expect(page.getByRole('button', { name: /^Retry .*png$/ })).toHaveCount(6);
      expect(await controlsUnder(page, TOAST)).toEqual([]);
    });

    test('the mark of a change from elsewhere covers no control', async ({ page, account }) => {
      const id = await projectWith(account, [picture('a.png')], { title: 'Ridge' });
      for (const path of [`/projects/${id}`, '/projects', '/projects?view=board', '/dashboard']) {
        // A change before the stream is open is no change to the page.
        await follow(page, path);
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

test.describe('at 400 % zoom of 1280 px', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('a toast that comes under a pointer at rest disappears as any other', async ({
    page,
    account,
  }) => {
    const id = await projectWith(account, [picture('a.png'), picture('b.png')]);
    await page.clock.install();
    await open(page, `/projects/${id}`);
    await page.mouse.move(160, 232);
    await page.getByRole('button', { name: 'Preview a.png' }).press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    const deleted = toast(page, 'File deleted successfully');
    await expect(deleted).toBeVisible();
    const { y, height } = (await deleted.boundingBox())!;
    expect(y < 232 && 232 < y + height).toBe(true);
    await page.clock.fastForward(TOAST_MS);
    await expect(deleted).toBeHidden({ timeout: 10_000 });
  });
});

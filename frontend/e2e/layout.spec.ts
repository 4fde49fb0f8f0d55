import type { Locator, Page } from '@playwright/test';

import { hold, open, picture, projectWith, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };
const STUDIO_SCREEN = { width: 2560, height: 1440 };
const SIX = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => picture(`${name}.png`));

const frames = (page: Page) => page.getByRole('button', { name: /^Preview / });

async function boxOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { left: x, top: y, width, right: x + width, bottom: y + height };
}

async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}

for (const viewport of [PHONE, { width: 768, height: 900 }, DESKTOP]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('a toast leaves the selection bar free', async ({ page, account }) => {
      const id = await projectWith(account, SIX);
      await page.goto(`/projects/${id}`);
      const bar = page.getByRole('group', { name: 'Selected files' });
      for (const name of ['a.png', 'b.png']) {
        await page.getByRole('checkbox', { name: `Select ${name}` }).check();
      }
      await page.getByRole('button', { name: 'Delete f.png' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      const deleted = toast(page, 'File deleted successfully');
      await expect(deleted).toBeVisible();
      // Where the bar sticks to the window, and at the end of the page.
      for (const edge of ['start', 'end'] as const) {
        await page
          .getByRole('main')
          .evaluate((main, block) => main.scrollIntoView({ block }), edge);
        expect(await areApart(deleted, bar), edge).toBe(true);
      }
    });

    test('the skeleton of a project has its frames where the frames will be', async ({
      page,
      account,
    }) => {
      const id = await projectWith(account, SIX);
      const release = await hold(page, `**/api/projects/${id}`);
      await page.goto(`/projects/${id}`);
      await expect(page.getByRole('heading', { name: 'Loading project' })).toBeAttached();
      // The page itself, no longer what the build has written of it.
      await expect(page.locator('[inert]')).toHaveCount(0);
      const expected = await boxOf(page.locator('[aria-busy] [data-density] > *').first());
      release();
      await expect(frames(page)).toHaveCount(6);
      const shown = await boxOf(frames(page).first());
      expect([expected.left, expected.width]).toEqual([shown.left, shown.width]);
      // On a phone, the controls above take as many rows as their words need.
      if (viewport !== PHONE) expect(Math.abs(expected.top - shown.top)).toBeLessThan(60);
    });
  });
}

test('being offline is said where it covers no control', async ({ signedInPage: page }) => {
  await page.setViewportSize(DESKTOP);
  await open(page, '/dashboard');
  await page.context().setOffline(true);
  const line = page.getByText('You are offline').last();
  await expect(line).toBeVisible();
  expect(await areApart(line, page.getByRole('button', { name: 'Logout' }))).toBe(true);
});

test('large frames grow with a wide window', async ({ page, account }) => {
  const id = await projectWith(account, SIX);
  const widths = [];
  for (const viewport of [DESKTOP, STUDIO_SCREEN]) {
    await page.setViewportSize(viewport);
    await page.goto(`/projects/${id}`);
    await expect(frames(page)).toHaveCount(6);
    widths.push((await boxOf(frames(page).first())).width);
  }
  expect(widths[1]).toBeGreaterThan(1.2 * widths[0]!);
});

test('a phone shows an ordinary name of a file whole in the storage', async ({ page, account }) => {
  await page.setViewportSize(PHONE);
  await projectWith(account, [picture('usage-agreement.png', 1.5 * 1024 * 1024)]);
  await page.goto('/storage');
  const name = page.getByTitle('usage-agreement.png').locator('span').first();
  await expect(name).toBeVisible();
  expect(await name.evaluate((head) => head.scrollWidth - head.clientWidth)).toBe(0);
});

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import type { Account } from './support/accounts.ts';
import { MIB, newProject, picture, storeFile, text } from './support/studio.ts';
import { expect, test } from './support/test.ts';

/** Checks the page or a part of it, such as a menu, which is outside of the landmarks. */
async function expectNoFindings(page: Page, part = ':root'): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

async function fill(account: Account): Promise<string> {
  for (const status of ['todo', 'inprogress', 'review', 'done', 'cancelled'] as const) {
    await newProject(account, { title: `A project in ${status}`, status, description: 'Words' });
  }
  const id = await newProject(account, { title: 'With files', status: 'blocked' });
  await storeFile(account, id, picture('one.png', 4.6 * MIB));
  await storeFile(account, id, text('notes.txt', 'North window'));
  return id;
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(`with projects and files, in the ${theme} theme`, () => {
    test.use({ colorScheme: theme });

    test('axe finds nothing on the list, the board, the project and its dialogs, and the storage', async ({
      page,
      account,
    }) => {
      test.setTimeout(120_000);
      const id = await fill(account);
      await page.goto('/projects');
      await expect(page.getByRole('article')).toHaveCount(6);
      await expectNoFindings(page);
      await page.goto('/projects?view=board');
      await expect(page.getByRole('article')).toHaveCount(6);
      await expectNoFindings(page);
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

    test('no page is wider than a phone', async ({ page, account }) => {
      const id = await fill(account);
      await page.setViewportSize({ width: 360, height: 740 });
      const title = 'Unbrokenlinesoftextthatnobodywouldtype'.repeat(4);
      await newProject(account, { title, client: title, description: title });
      for (const path of [
        '/projects',
        '/projects?view=board',
        '/projects/new',
        `/projects/${id}`,
        '/storage',
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, path).toBe(0);
      }
    });
  });
}

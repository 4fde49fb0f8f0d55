import type { Project } from '@studiolo/contracts';

import { MIB, open, picture, projectWith, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

test('the largest files can be looked at, and deleted to make room', async ({ page, account }) => {
  await projectWith(account, [picture('base.png', 3.5 * MIB), picture('more.png', MIB)]);
  await page.goto('/storage');
  const gauge = page.getByRole('progressbar', { name: 'Storage used' });
  await expect(gauge).toHaveAttribute('aria-valuenow', '90');
  await page.getByRole('link', { name: 'more.png' }).click();
  await expect(page.getByRole('dialog', { name: 'more.png' })).toBeVisible();
  await page.goBack();
  await page.getByRole('checkbox', { name: 'Select base.png' }).check();
  await page.getByRole('checkbox', { name: 'Select more.png' }).check();
  await expect(page.getByText('2 selected, frees 4.5 MB').last()).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();

  const names = page.getByRole('table').getByRole('rowheader');
  await expect(names).toHaveText(['base.png', 'more.png']);
  await page.getByRole('button', { name: 'Delete base.png' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'File deleted successfully')).toBeVisible();
  await expect(gauge).toHaveAttribute('aria-valuenow', '20');
  await expect(names).toHaveText(['more.png']);
});

test('files deleted just before the tab is closed are deleted', async ({ page, account }) => {
  const id = await projectWith(account, [picture('a.png'), picture('b.png'), picture('c.png')]);
  await page.goto('/storage');
  for (const name of ['a.png', 'b.png']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  }
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.close();
  await expect
    .poll(async () => {
      const { body } = await account.api.get(`/api/projects/${id}`);
      return (body.project as Project).files.map(({ filename }) => filename);
    })
    .toEqual(['c.png']);
});

test('the boxes are ink as on the contact sheet, and a page is shown from its top', async ({
  page,
  account,
}) => {
  await projectWith(account, [picture('one.png')]);
  await open(page, '/storage');
  const row = page.getByRole('row', { name: 'one.png' });
  const ink = await row.evaluate((element) => getComputedStyle(element).color);
  await expect(row.getByRole('checkbox')).toHaveCSS('accent-color', ink);
  await expect(row.locator('img')).toHaveCSS('object-position', '50% 0%');
});

import { MIB, newProject, picture, storeFile, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const LOW = "You're running low on storage space. Consider deleting unused files.";

test('the largest files can be looked at, and deleted to make room', async ({ page, account }) => {
  const id = await newProject(account, { title: 'Ridgeline' });
  await storeFile(account, id, picture('base.png', 3.5 * MIB));
  await storeFile(account, id, picture('more.png', MIB));
  await page.goto('/storage');
  const gauge = page.getByRole('progressbar', { name: 'Storage used' });
  await expect(gauge).toHaveAttribute('data-level', 'critical');
  await expect(page.getByText(LOW)).toBeVisible();

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
  await expect(gauge).toHaveAttribute('data-level', 'normal');
  await expect(names).toHaveText(['more.png']);
  await expect(page.getByText('20%', { exact: true })).toBeVisible();
  await expect(page.getByText(LOW)).toBeHidden();
});
